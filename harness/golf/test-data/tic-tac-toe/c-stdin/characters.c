#include <stdio.h>

/* Reads character by character, and needs no space for a line. */
static int read_digit(void)
{
    int first = getchar();
    int length = 0;
    if (first == EOF)
        return EOF;
    for (int c = first; c != '\n' && c != EOF; c = getchar())
        length++;
    return length == 1 && first >= '0' && first <= '8' ? first - '0' : 9;
}

int main(void)
{
    char board[13] = "...\n...\n...\n";
    const int gaps[] = {1, 3, 4, 5};

    for (int turn = 0; turn < 9; turn++) {
        char player = turn % 2 ? 'O' : 'X';
        int place = 0;

        fputs(board, stdout);
        for (;;) {
            putchar(player);
            fputs("> ", stdout);
            int digit = read_digit();
            if (digit == EOF)
                return 0;
            /* There is a newline behind each three fields. */
            place = digit + digit / 3;
            if (digit != 9 && board[place] == '.')
                break;
            fputs("invalid.\n", stdout);
        }
        board[place] = player;

        for (int i = 0; i < 4; i++) {
            for (int start = 0; start + 2 * gaps[i] < 12; start++) {
                if (board[start] == player && board[start + gaps[i]] == player && board[start + 2 * gaps[i]] == player) {
                    putchar(player);
                    fputs(" won.\n", stdout);
                    return 0;
                }
            }
        }
    }
    fputs("tie.\n", stdout);
    return 0;
}
