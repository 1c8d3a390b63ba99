#include <stdio.h>

/* Three of these numbers sum up to 15 if their fields are in one line. */
int magic[9] = {2, 7, 6, 9, 5, 1, 4, 3, 8};
int owner[9];
int turn = 0;

void prompt() {
  printf("%c> ", turn % 2 == 0 ? 'X' : 'O');
}

void draw() {
  int i;
  for (i = 0; i < 9; i++) {
    if (owner[i] == 0) printf(".");
    if (owner[i] == 1) printf("X");
    if (owner[i] == 2) printf("O");
    if (i == 2 || i == 5 || i == 8) printf("\n");
  }
  prompt();
}

int fifteen(int who) {
  int a, b, c;
  for (a = 0; a < 7; a++)
    for (b = a + 1; b < 8; b++)
      for (c = b + 1; c < 9; c++)
        if (owner[a] == who && owner[b] == who && owner[c] == who && magic[a] + magic[b] + magic[c] == 15)
          return 1;
  return 0;
}

int main(int argc, char *argv[]) {
  int n, field;
  draw();
  for (n = 1; n < argc; n++) {
    field = -1;
    if (argv[n][0] >= '0' && argv[n][0] < '9' && argv[n][1] == 0) field = argv[n][0] - '0';
    if (field < 0 || owner[field] != 0) {
      printf("invalid.\n");
      prompt();
      continue;
    }
    owner[field] = turn % 2 + 1;
    if (fifteen(owner[field])) {
      printf("%c won.\n", owner[field] == 1 ? 'X' : 'O');
      return 0;
    }
    turn++;
    if (turn == 9) {
      printf("tie.\n");
      return 0;
    }
    draw();
  }
  return 0;
}
