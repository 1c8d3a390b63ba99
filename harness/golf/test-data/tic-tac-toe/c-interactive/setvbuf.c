#include <stdbool.h>
#include <stdio.h>

static char grid[3][3] = {{'.', '.', '.'}, {'.', '.', '.'}, {'.', '.', '.'}};

static bool full(void)
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      if (grid[r][c] == '.')
        return false;
  return true;
}

/* Looks from a field into one direction. */
static bool run(int r, int c, int down, int right)
{
  char mark = grid[r][c];
  return mark != '.' && mark == grid[r + down][c + right] && mark == grid[r + 2 * down][c + 2 * right];
}

static bool won(void)
{
  for (int i = 0; i < 3; i++)
    if (run(i, 0, 0, 1) || run(0, i, 1, 0))
      return true;
  return run(0, 0, 1, 1) || run(2, 0, -1, 1);
}

int main(void)
{
  char player = 'X', line[2000];
  setvbuf(stdout, NULL, _IONBF, 0);
  while (!full()) {
    for (int r = 0; r < 3; r++)
      printf("%c%c%c\n", grid[r][0], grid[r][1], grid[r][2]);
    while (true) {
      int field, length;
      printf("%c> ", player);
      if (!fgets(line, sizeof line, stdin))
        return 0;
      bool number = sscanf(line, "%1d%n", &field, &length) == 1 && line[length] == '\n';
      if (number && field >= 0 && field < 9 && grid[field / 3][field % 3] == '.') {
        grid[field / 3][field % 3] = player;
        break;
      }
      printf("invalid.\n");
    }
    if (won()) {
      printf("%c won.\n", player);
      return 0;
    }
    player = player == 'X' ? 'O' : 'X';
  }
  printf("tie.\n");
  return 0;
}
