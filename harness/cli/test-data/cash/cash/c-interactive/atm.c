#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int balance = 100;
  char line[100], *end;
  while (printf("amount> "), fflush(stdout), fgets(line, sizeof line, stdin)) {
    if (*line == 'q') return puts("Goodbye"), 0;
    int amount = strtol(line, &end, 10);
    if (end == line) puts("Not a number");
    else if (amount > balance) puts("Not enough");
    else printf("Balance: %d\n", balance -= amount);
  }
  puts("");
}
