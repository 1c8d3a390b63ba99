#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Digits are fields that are free; the lines behind the rows repeat them. */
static char text[] = "012\n345\n678\n 036 147 258 048 246";

static void replace(char digit, char mark)
{
    for (char *c = text; *c; c++)
        if (*c == digit)
            *c = mark;
}

static void show(void)
{
    for (int i = 0; i < 12; i++)
        putchar(isdigit((unsigned char)text[i]) ? '.' : text[i]);
}

static int free_fields(void)
{
    int count = 0;
    for (int i = 0; i < 12; i++)
        count += isdigit((unsigned char)text[i]) != 0;
    return count;
}

int main(int argc, char **argv)
{
    char player = 'X';
    int next = 1;

    while (free_fields() > 0) {
        const char *answer = NULL;
        show();
        while (answer == NULL) {
            printf("%c> ", player);
            if (next == argc)
                return 0;
            answer = argv[next++];
            if (strlen(answer) != 1 || !isdigit((unsigned char)*answer) || !strchr(text, *answer)) {
                puts("invalid.");
                answer = NULL;
            }
        }
        replace(*answer, player);
        char three[] = {player, player, player, '\0'};
        if (strstr(text, three)) {
            printf("%c won.\n", player);
            return 0;
        }
        player ^= 'X' ^ 'O';
    }
    puts("tie.");
    return 0;
}
