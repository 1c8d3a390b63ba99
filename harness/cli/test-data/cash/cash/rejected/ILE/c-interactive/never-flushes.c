#include <stdio.h>

int main(void) {
  char line[100];
  while (printf("amount> "), fgets(line, sizeof line, stdin) && *line != 'q') puts("Not a number");
  puts("Goodbye");
}
