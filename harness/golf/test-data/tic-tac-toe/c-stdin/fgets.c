#include <stdio.h>
#include <string.h>

char b[10] = ".........";

int line(int i, int j, int k)
{
    return b[i] != '.' && b[i] == b[j] && b[j] == b[k];
}

int won(void)
{
    return line(0, 1, 2) || line(3, 4, 5) || line(6, 7, 8) ||
           line(0, 3, 6) || line(1, 4, 7) || line(2, 5, 8) ||
           line(0, 4, 8) || line(2, 4, 6);
}

void print_board(void)
{
    printf("%c%c%c\n", b[0], b[1], b[2]);
    printf("%c%c%c\n", b[3], b[4], b[5]);
    printf("%c%c%c\n", b[6], b[7], b[8]);
}

int main(void)
{
    char input[4096];
    char player = 'X';

    print_board();
    printf("%c> ", player);
    while (fgets(input, sizeof(input), stdin) != NULL) {
        input[strcspn(input, "\n")] = '\0';
        if (strlen(input) == 1 && input[0] >= '0' && input[0] <= '8' && b[input[0] - '0'] == '.') {
            b[input[0] - '0'] = player;
            if (won()) {
                printf("%c won.\n", player);
                return 0;
            }
            if (strchr(b, '.') == NULL) {
                printf("tie.\n");
                return 0;
            }
            if (player == 'X')
                player = 'O';
            else
                player = 'X';
            print_board();
        } else {
            printf("invalid.\n");
        }
        printf("%c> ", player);
    }
    printf("\n");
    return 0;
}
