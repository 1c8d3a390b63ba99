#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct game {
  char cells[10];
  char player;
  int moves;
};

enum result { GOES_ON, WON, TIED };

static struct game *new_game(void)
{
  struct game *game = malloc(sizeof *game);
  strcpy(game->cells, ".........");
  game->player = 'X';
  game->moves = 0;
  return game;
}

static int accepts(const struct game *game, const char *answer)
{
  return strlen(answer) == 1 && strchr("012345678", answer[0]) != NULL && game->cells[atoi(answer)] == '.';
}

static enum result play(struct game *game, int field)
{
  static const char *const lines[] = {"012", "345", "678", "036", "147", "258", "048", "246"};
  game->cells[field] = game->player;
  for (int i = 0; i < 8; i++) {
    const char *line = lines[i];
    while (*line && game->cells[*line - '0'] == game->player)
      line++;
    if (!*line)
      return WON;
  }
  if (++game->moves == 9)
    return TIED;
  game->player = game->player == 'X' ? 'O' : 'X';
  return GOES_ON;
}

static void show(const struct game *game)
{
  const char *c = game->cells;
  printf("%.3s\n%.3s\n%.3s\n", c, c + 3, c + 6);
}

int main(int argc, char **argv)
{
  struct game *game = new_game();
  show(game);
  for (int i = 1; i <= argc; i++) {
    printf("%c> ", game->player);
    if (i == argc)
      break;
    if (!accepts(game, argv[i])) {
      puts("invalid.");
      continue;
    }
    switch (play(game, atoi(argv[i]))) {
    case WON:
      printf("%c won.\n", game->player);
      exit(EXIT_SUCCESS);
    case TIED:
      puts("tie.");
      exit(EXIT_SUCCESS);
    case GOES_ON:
      show(game);
    }
  }
  free(game);
}
