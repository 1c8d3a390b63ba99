#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int balance = 100
  char line[100];
  for (;;) {
    printf("amount> ");
    if (!fgets(line, sizeof line, stdin)) break;
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "q")) return puts("Goodbye"), 0;
    char *end;
    int amount = strtol(line, &end, 10);
    if (end == line || *end) puts("Not a number");
    else if (amount > balance) puts("Not enough");
    else printf("Balance: %d\n", balance -= amount);
  }
  puts("");
}
