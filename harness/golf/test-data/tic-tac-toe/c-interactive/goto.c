#include <stdio.h>

char cell[9] = {'.', '.', '.', '.', '.', '.', '.', '.', '.'};

int main(void)
{
    char player = 'X';
    int first, second, i, moves = 0;

turn:
    for (i = 0; i < 9; i++) {
        putchar(cell[i]);
        if (i % 3 == 2)
            putchar('\n');
    }

prompt:
    printf("%c> ", player);
    fflush(stdout);
    first = getchar();
    if (first == EOF)
        return 0;
    if (first == '\n')
        goto invalid;
    second = getchar();
    if (second != '\n') {
        /* The rest of a long line is left out. */
        while (second != '\n' && second != EOF)
            second = getchar();
        goto invalid;
    }
    if (first < '0' || first > '8' || cell[first - '0'] != '.')
        goto invalid;

    cell[first - '0'] = player;
    moves++;
    for (i = 0; i < 3; i++) {
        if (cell[3 * i] == player && cell[3 * i + 1] == player && cell[3 * i + 2] == player)
            goto won;
        if (cell[i] == player && cell[i + 3] == player && cell[i + 6] == player)
            goto won;
    }
    if (cell[4] == player) {
        if (cell[0] == player && cell[8] == player)
            goto won;
        if (cell[2] == player && cell[6] == player)
            goto won;
    }
    if (moves == 9) {
        puts("tie.");
        return 0;
    }
    player = player == 'X' ? 'O' : 'X';
    goto turn;

invalid:
    puts("invalid.");
    goto prompt;

won:
    printf("%c won.\n", player);
    return 0;
}
