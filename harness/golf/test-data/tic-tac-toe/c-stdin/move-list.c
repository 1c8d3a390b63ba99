#include <stdio.h>
#include <string.h>

/* The moves so far. Those at even places are of X. */
static char moves[10];

static char owner(char digit)
{
  const char *found = strchr(moves, digit);
  if (found == NULL)
    return '.';
  return (found - moves) % 2 == 0 ? 'X' : 'O';
}

static void print_board(void)
{
  for (char digit = '0'; digit <= '8'; digit++) {
    putchar(owner(digit));
    if ((digit - '0') % 3 == 2)
      putchar('\n');
  }
}

static int wins(char player)
{
  static const char lines[] = "012345678036147258048246";
  int run = 0;
  for (int i = 0; lines[i] != '\0'; i++) {
    run = owner(lines[i]) == player ? run + 1 : 0;
    if (i % 3 == 2) {
      if (run >= 3)
        return 1;
      run = 0;
    }
  }
  return 0;
}

int main(void)
{
  char line[1024];
  size_t count;

  while ((count = strlen(moves)) < 9) {
    char player = count % 2 == 0 ? 'X' : 'O';
    print_board();
    for (;;) {
      printf("%c> ", player);
      if (scanf("%1023[^\n]", line) == EOF)
        return 0;
      if (getchar() == EOF)
        return 0;
      if (line[1] == '\0' && line[0] >= '0' && line[0] <= '8' && !strchr(moves, line[0]))
        break;
      printf("invalid.\n");
      line[0] = '\0';
    }
    moves[count] = line[0];
    line[0] = '\0';
    if (wins(player)) {
      printf("%c won.\n", player);
      return 0;
    }
  }
  printf("tie.\n");
}
