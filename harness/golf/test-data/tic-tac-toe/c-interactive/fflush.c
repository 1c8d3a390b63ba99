#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 1500

static void ask(char player, char *line)
{
    printf("%c> ", player);
    fflush(stdout);
    if (!fgets(line, LINE, stdin)) {
        putchar('\n');
        exit(EXIT_SUCCESS);
    }
    line[strlen(line) - 1] = '\0';
}

static int is_winner(const char *board, char player)
{
    static const int wins[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++) {
        const int *w = wins[i];
        if (board[w[0]] == player && board[w[1]] == player && board[w[2]] == player) {
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    char board[] = ".........";
    char line[LINE];

    for (int turn = 0; strchr(board, '.'); turn++) {
        const char player = turn % 2 == 0 ? 'X' : 'O';
        printf("%.3s\n%.3s\n%.3s\n", &board[0], &board[3], &board[6]);
        ask(player, line);
        while (strlen(line) != 1 || line[0] < '0' || line[0] > '8' || board[line[0] - '0'] != '.') {
            puts("invalid.");
            ask(player, line);
        }
        board[line[0] - '0'] = player;
        if (is_winner(board, player)) {
            printf("%c won.\n", player);
            return EXIT_SUCCESS;
        }
    }
    puts("tie.");
    return EXIT_SUCCESS;
}
