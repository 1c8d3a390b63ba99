#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *lines = "012345678036147258048246";
static char fields[] = ".........";

static int read_move(char player) {
  char line[2000];
  for (;;) {
    printf("%c> ", player);
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
      puts("");
      exit(0);
    }
    if (strlen(line) == 2 && *line >= '0' && *line <= '8' && fields[*line - '0'] == '.')
      return *line - '0';
    puts("invalid.");
  }
}

static int has_won(char player) {
  for (const char *line = lines; *line; line += 3) {
    if (fields[line[0] - '0'] == player && fields[line[1] - '0'] == player && fields[line[2] - '0'] == player)
      return 1;
  }
  return 0;
}

int main(void) {
  for (int turn = 0; turn < 9; turn++) {
    char player = turn % 2 ? 'O' : 'X';
    printf("%.3s\n%.3s\n%.3s\n", fields, fields + 3, fields + 6);
    fields[read_move(player)] = player;
    if (has_won(player)) {
      printf("%c won.\n", player);
      return 0;
    }
  }
  puts("tie.");
  return 0;
}
