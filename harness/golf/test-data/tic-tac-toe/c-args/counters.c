#include <stdio.h>
#include <stdlib.h>

enum { ROW = 0, COLUMN = 3, FALLING = 6, RISING = 7 };

static int sums[8];
static char grid[3][4] = {"...", "...", "..."};

/* Adds to all lines through a field; tells whether one is complete. */
static int add(int row, int column, int value)
{
    int complete = 0;
    sums[ROW + row] += value;
    sums[COLUMN + column] += value;
    if (row == column)
        sums[FALLING] += value;
    if (row + column == 2)
        sums[RISING] += value;
    for (int i = 0; i < 8; i++)
        complete |= abs(sums[i]) == 3;
    return complete;
}

static void turn(char player)
{
    for (int row = 0; row < 3; row++)
        puts(grid[row]);
    printf("%c> ", player);
}

int main(int argc, char **argv)
{
    int marks = 0;
    char player = 'X';
    turn(player);
    for (argv++; *argv; argv++) {
        int digit = (*argv)[0] - '0';
        int row = digit / 3, column = digit % 3;
        if (digit < 0 || digit > 8 || (*argv)[1] || grid[row][column] != '.') {
            printf("invalid.\n%c> ", player);
            continue;
        }
        grid[row][column] = player;
        if (add(row, column, player == 'X' ? 1 : -1)) {
            printf("%c won.\n", player);
            return 0;
        }
        if (++marks == 9) {
            printf("tie.\n");
            return 0;
        }
        player = marks % 2 ? 'O' : 'X';
        turn(player);
    }
    return 0;
}
