#include <stdio.h>
#include <stdlib.h>

/* The marks are a list, the last one first. */
struct mark {
  int field;
  char player;
  struct mark *next;
};

static char find(const struct mark *list, int field)
{
  for (; list != NULL; list = list->next)
    if (list->field == field)
      return list->player;
  return '.';
}

static struct mark *put(struct mark *list, int field, char player)
{
  struct mark *mark = malloc(sizeof(struct mark));
  mark->field = field;
  mark->player = player;
  mark->next = list;
  return mark;
}

static int won(const struct mark *list, char player)
{
  for (int line = 0; line < 8; line++) {
    int start = "03601202"[line] - '0', step = "11133342"[line] - '0', count = 0;
    for (int i = 0; i < 3; i++)
      count += find(list, start + i * step) == player;
    if (count == 3)
      return 1;
  }
  return 0;
}

int main(void)
{
  struct mark *list = NULL;
  char line[1100];
  for (int turn = 0; turn < 9; turn++) {
    char player = turn % 2 ? 'O' : 'X';
    for (int i = 0; i < 9; i++)
      printf("%c%s", find(list, i), i % 3 == 2 ? "\n" : "");
    int field = 9;
    while (field == 9) {
      printf("%c> ", player);
      fflush(stdout);
      if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
      if (line[0] >= '0' && line[0] <= '8' && line[1] == '\n' && find(list, line[0] - '0') == '.')
        field = line[0] - '0';
      else
        printf("invalid.\n");
    }
    list = put(list, field, player);
    if (won(list, player)) {
      printf("%c won.\n", player);
      return 0;
    }
  }
  printf("tie.\n");
  return 0;
}
