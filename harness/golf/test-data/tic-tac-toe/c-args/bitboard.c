#include <stdio.h>
#include <stdbool.h>

typedef unsigned int bits;

static const bits wins[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static bool is_won(bits own)
{
    for (size_t i = 0; i < sizeof wins / sizeof *wins; i++)
        if ((own & wins[i]) == wins[i])
            return true;
    return false;
}

static void print_board(bits x, bits o)
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            bits bit = 1u << (3 * row + column);
            putchar(x & bit ? 'X' : o & bit ? 'O' : '.');
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    bits players[2] = {0, 0};
    int turn = 0;

    print_board(0, 0);
    printf("X> ");
    while (*++argv) {
        char name = "XO"[turn];
        bits bit = 0;
        if (argv[0][0] >= '0' && argv[0][0] <= '8' && argv[0][1] == '\0')
            bit = 1u << (argv[0][0] - '0');
        if (bit == 0 || (players[0] | players[1]) & bit) {
            printf("invalid.\n%c> ", name);
            continue;
        }
        players[turn] |= bit;
        if (is_won(players[turn])) {
            printf("%c won.\n", name);
            break;
        }
        if ((players[0] | players[1]) == 0777) {
            printf("tie.\n");
            break;
        }
        turn = !turn;
        print_board(players[0], players[1]);
        printf("%c> ", "XO"[turn]);
    }
    return 0;
}
