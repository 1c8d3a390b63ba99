#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct game {
  char fields[9];
  char player;
};

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static void show_turn(const struct game *game) {
  for (int row = 0; row < 9; row += 3)
    printf("%.3s\n", game->fields + row);
  printf("%c> ", game->player);
}

static bool has_won(const struct game *game) {
  for (int i = 0; i < 8; i++) {
    int marks = 0;
    for (int j = 0; j < 3; j++)
      marks += game->fields[lines[i][j]] == game->player;
    if (marks == 3)
      return true;
  }
  return false;
}

int main(int argc, char *argv[]) {
  struct game game = {.player = 'X'};
  memset(game.fields, '.', sizeof game.fields);
  show_turn(&game);
  for (int i = 1; i < argc; i++) {
    const char *answer = argv[i];
    int field = answer[0] - '0';
    if (strlen(answer) != 1 || field < 0 || field > 8 || game.fields[field] != '.') {
      printf("invalid.\n%c> ", game.player);
      continue;
    }
    game.fields[field] = game.player;
    if (has_won(&game)) {
      printf("%c won.\n", game.player);
      return 0;
    }
    if (memchr(game.fields, '.', 9) == NULL) {
      puts("tie.");
      return 0;
    }
    game.player = game.player == 'X' ? 'O' : 'X';
    show_turn(&game);
  }
  puts("");
  return 0;
}
