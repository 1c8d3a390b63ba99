#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { SHOW, ASK, REFUSE, MARK, WIN, TIE, STOP } State;

static char cells[9], line[2048], player = 'X';
static const char starts[] = {0, 3, 6, 0, 1, 2, 0, 2};
static const char steps[] = {1, 1, 1, 3, 3, 3, 4, 2};

static State ask(void)
{
  printf("%c> ", player);
  if (!fgets(line, sizeof line, stdin))
    return STOP;
  if (line[0] < '0' || line[0] > '8' || line[1] != '\n')
    return REFUSE;
  return cells[line[0] - '0'] ? REFUSE : MARK;
}

static State mark(void)
{
  cells[line[0] - '0'] = player;
  for (int i = 0; i < 8; i++) {
    const char *first = cells + starts[i];
    if (first[0] == player && first[(int)steps[i]] == player && first[2 * steps[i]] == player)
      return WIN;
  }
  if (!memchr(cells, 0, 9))
    return TIE;
  player = player == 'X' ? 'O' : 'X';
  return SHOW;
}

int main(void)
{
  State state = SHOW;
  while (state != STOP) {
    switch (state) {
    case SHOW:
      for (int i = 0; i < 9; i++) {
        putchar(cells[i] ? cells[i] : '.');
        if (i % 3 == 2) putchar('\n');
      }
      state = ASK;
      break;
    case ASK: state = ask(); break;
    case REFUSE: puts("invalid."); state = ASK; break;
    case MARK: state = mark(); break;
    case WIN: printf("%c won.\n", player); state = STOP; break;
    case TIE: puts("tie."); state = STOP; break;
    default: abort();
    }
  }
  return 0;
}
