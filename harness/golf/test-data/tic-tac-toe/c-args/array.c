#include <stdio.h>
#include <string.h>

/* The board: '.', 'X' or 'O' in each of nine fields. */
static char board[9];

static const int lines[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
    {0, 4, 8}, {2, 4, 6},
};

static void show(char player)
{
    for (int i = 0; i < 9; i++) {
        putchar(board[i]);
        if (i % 3 == 2)
            putchar('\n');
    }
    printf("%c> ", player);
}

static int has_won(char player)
{
    for (int i = 0; i < 8; i++) {
        int marks = 0;
        for (int j = 0; j < 3; j++) {
            if (board[lines[i][j]] == player)
                marks++;
        }
        if (marks == 3)
            return 1;
    }
    return 0;
}

int main(int argc, char *argv[])
{
    char player = 'X';
    int moves = 0;

    memset(board, '.', sizeof board);
    show(player);
    for (int i = 1; i < argc; i++) {
        const char *answer = argv[i];
        if (strlen(answer) != 1 || *answer < '0' || *answer > '8' || board[*answer - '0'] != '.') {
            printf("invalid.\n%c> ", player);
            continue;
        }
        board[*answer - '0'] = player;
        moves++;
        if (has_won(player)) {
            printf("%c won.\n", player);
            return 0;
        }
        if (moves == 9) {
            puts("tie.");
            return 0;
        }
        player = player == 'X' ? 'O' : 'X';
        show(player);
    }
    return 0;
}
