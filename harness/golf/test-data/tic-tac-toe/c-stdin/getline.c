#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

static const char *lines[] = {"012", "345", "678", "036", "147", "258", "048", "246", NULL};

struct player {
  char name;
  int has[9];
  struct player *other;
};

static struct player x = {.name = 'X'}, o = {.name = 'O'};

static char at(int field)
{
  return x.has[field] ? x.name : o.has[field] ? o.name : '.';
}

static int has_line(const struct player *player)
{
  for (const char **line = lines; *line; line++) {
    const char *l = *line;
    if (player->has[l[0] - '0'] && player->has[l[1] - '0'] && player->has[l[2] - '0'])
      return 1;
  }
  return 0;
}

int main(void)
{
  char *line = NULL;
  size_t size = 0;
  struct player *player = &x;
  x.other = &o;
  o.other = &x;

  for (int left = 9; left > 0; left--) {
    for (int i = 0; i < 9; i++)
      printf(i % 3 == 2 ? "%c\n" : "%c", at(i));
    int field = -1;
    do {
      printf("%c> ", player->name);
      ssize_t length = getline(&line, &size, stdin);
      if (length < 0)
        return 0;
      if (length == 2 && *line >= '0' && *line <= '8' && at(*line - '0') == '.')
        field = *line - '0';
      else
        puts("invalid.");
    } while (field < 0);
    player->has[field] = 1;
    if (has_line(player)) {
      printf("%c won.\n", player->name);
      return 0;
    }
    player = player->other;
  }
  puts("tie.");
  free(line);
  return 0;
}
