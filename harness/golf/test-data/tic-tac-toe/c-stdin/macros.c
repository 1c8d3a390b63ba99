#include <stdio.h>
#include <stdlib.h>

#define SIZE 3
#define FIELDS (SIZE * SIZE)
#define EMPTY '.'
#define SAME(a, b, c) (board[a] == player && board[b] == player && board[c] == player)
#define IS_DIGIT(c) ((c) >= '0' && (c) < '0' + FIELDS)

static char board[FIELDS];
static char player = 'X';

static void finish(const char *message)
{
    puts(message);
    exit(0);
}

int main(void)
{
    char buffer[BUFSIZ];
    int i, moves;

    for (i = 0; i < FIELDS; ++i)
        board[i] = EMPTY;

    for (moves = 0; moves < FIELDS; ++moves) {
        for (i = 0; i < FIELDS; i += SIZE) {
            fwrite(board + i, 1, SIZE, stdout);
            putchar('\n');
        }
        do {
            printf("%c> ", player);
            if (fgets(buffer, BUFSIZ, stdin) == NULL)
                finish("");
            i = IS_DIGIT(buffer[0]) && buffer[1] == '\n' ? buffer[0] - '0' : -1;
            if (i >= 0 && board[i] != EMPTY)
                i = -1;
            if (i < 0)
                puts("invalid.");
        } while (i < 0);
        board[i] = player;
        for (i = 0; i < SIZE; ++i)
            if (SAME(SIZE * i, SIZE * i + 1, SIZE * i + 2) || SAME(i, i + SIZE, i + 2 * SIZE))
                finish(player == 'X' ? "X won." : "O won.");
        if (SAME(0, 4, 8) || SAME(2, 4, 6))
            finish(player == 'X' ? "X won." : "O won.");
        player = player == 'X' ? 'O' : 'X';
    }
    finish("tie.");
}
