#include <stdio.h>
#include <stdlib.h>

static char fields[] = ".........";

static int same(int start, int step, char player)
{
    return fields[start] == player && fields[start + step] == player && fields[start + 2 * step] == player;
}

static int won(char player)
{
    for (int i = 0; i < 3; i++)
        if (same(3 * i, 1, player) || same(i, 3, player))
            return 1;
    return same(0, 4, player) || same(2, 2, player);
}

static void show(const char *row)
{
    if (*row == '\0')
        return;
    printf("%.3s\n", row);
    show(row + 3);
}

/* Asks until there is a valid answer; returns what follows it. */
static char **ask(char player, char **answers, int *field)
{
    printf("%c> ", player);
    if (*answers == NULL)
        exit(0);
    char *end;
    long number = strtol(*answers, &end, 10);
    if (end == *answers || *end != '\0' || number < 0 || number > 8 || fields[number] != '.') {
        printf("invalid.\n");
        return ask(player, answers + 1, field);
    }
    *field = (int)number;
    return answers + 1;
}

static void turn(int left, char player, char other, char **answers)
{
    int field;
    if (left == 0) {
        printf("tie.\n");
        return;
    }
    show(fields);
    answers = ask(player, answers, &field);
    fields[field] = player;
    if (won(player))
        printf("%c won.\n", player);
    else
        turn(left - 1, other, player, answers);
}

int main(int argc, char **argv)
{
    turn(9, 'X', 'O', argv + 1);
    return 0;
}
