#include <stdio.h>
#include <string.h>

/* The board as it is shown, and where in it the fields are. */
static char board[] = "...\n...\n...\n";
static const unsigned char place[] = {0, 1, 2, 4, 5, 6, 8, 9, 10};

static int three(char mark, int step)
{
  for (char *c = board; c + 2 * step < board + 12; c++)
    if (c[0] == mark && c[step] == mark && c[2 * step] == mark)
      return 1;
  return 0;
}

static const char *message_for(char mark)
{
  static char won[] = "? won.";
  won[0] = mark;
  if (three(mark, 1) || three(mark, 3) || three(mark, 4) || three(mark, 5))
    return won;
  return strchr(board, '.') ? NULL : "tie.";
}

static int read_field(void)
{
  char line[3] = "";
  if (!fgets(line, sizeof line, stdin))
    return -2;
  int digit = line[0] >= '0' && line[0] <= '8' && line[1] == '\n' ? line[0] - '0' : -1;
  while (!strchr(line, '\n'))
    if (!fgets(line, sizeof line, stdin))
      return -2;
  return digit;
}

int main(void)
{
  const char *players = "XO";
  const char *message = NULL;
  for (int turn = 0; message == NULL; turn++) {
    char player = players[turn % 2];
    printf("%s%c> ", board, player);
    fflush(stdout);
    int field;
    while ((field = read_field()) == -1 || (field >= 0 && board[place[field]] != '.')) {
      printf("invalid.\n%c> ", player);
      fflush(stdout);
    }
    if (field == -2)
      return 0;
    board[place[field]] = player;
    message = message_for(player);
  }
  puts(message);
  return 0;
}
