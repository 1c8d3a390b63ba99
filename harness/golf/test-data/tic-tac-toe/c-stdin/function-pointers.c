#include <stdio.h>
#include <string.h>

typedef int (*Test)(char);

static char rows[3][3];

static int in_rows(char p)
{
  for (int i = 0; i < 3; i++)
    if (rows[i][0] == p && rows[i][1] == p && rows[i][2] == p) return 1;
  return 0;
}

static int in_columns(char p)
{
  for (int i = 0; i < 3; i++)
    if (rows[0][i] == p && rows[1][i] == p && rows[2][i] == p) return 1;
  return 0;
}

static int falling(char p) { return rows[0][0] == p && rows[1][1] == p && rows[2][2] == p; }
static int rising(char p) { return rows[0][2] == p && rows[1][1] == p && rows[2][0] == p; }
static const Test tests[] = {in_rows, in_columns, falling, rising};

static char *field_of(const char *line)
{
  if (line[0] < '0' || line[0] > '8' || strcmp(line + 1, "\n") != 0)
    return NULL;
  char *field = &rows[0][0] + (line[0] - '0');
  return *field == '.' ? field : NULL;
}

int main(void)
{
  char line[1200];
  memset(rows, '.', sizeof rows);
  for (int turn = 0; turn < 9; turn++) {
    char player = "XO"[turn & 1], *field;
    for (int i = 0; i < 3; i++)
      printf("%.3s\n", rows[i]);
    while (printf("%c> ", player), fgets(line, sizeof line, stdin)) {
      field = field_of(line);
      if (field) break;
      printf("invalid.\n");
    }
    if (feof(stdin)) return 1;
    *field = player;
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
      if (tests[i](player)) {
        printf("%c won.\n", player);
        return 0;
      }
    }
  }
  printf("tie.\n");
  return 0;
}
