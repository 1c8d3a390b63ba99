#include <string.h>
#include <unistd.h>

/* No stdio: a line comes with each read. */

static void say(const char *text)
{
  write(STDOUT_FILENO, text, strlen(text));
}

static int player_bits[2];

static void board(void)
{
  char text[13];
  int at = 0;
  for (int field = 0; field < 9; field++) {
    int bit = 1 << field;
    text[at++] = player_bits[0] & bit ? 'X' : player_bits[1] & bit ? 'O' : '.';
    if (field % 3 == 2)
      text[at++] = '\n';
  }
  text[at] = '\0';
  say(text);
}

static int complete(int bits)
{
  const int lines[] = {7, 56, 448, 73, 146, 292, 273, 84};
  for (int i = 0; i < 8; i++) {
    if ((bits & lines[i]) == lines[i])
      return 1;
  }
  return 0;
}

int main(void)
{
  const char *prompts[] = {"X> ", "O> "};
  const char *wins[] = {"X won.\n", "O won.\n"};
  char line[4096];
  int turn = 0;

  board();
  for (;;) {
    say(prompts[turn % 2]);
    ssize_t length = read(STDIN_FILENO, line, sizeof line);
    if (length <= 0)
      return 0;
    int bit = length == 2 && line[0] >= '0' && line[0] <= '8' ? 1 << (line[0] - '0') : 0;
    if (bit == 0 || (player_bits[0] | player_bits[1]) & bit) {
      say("invalid.\n");
      continue;
    }
    player_bits[turn % 2] |= bit;
    if (complete(player_bits[turn % 2])) {
      say(wins[turn % 2]);
      return 0;
    }
    if (++turn == 9) {
      say("tie.\n");
      return 0;
    }
    board();
  }
}
