# For every field, the pairs that make a line with it.
BEGIN {
    pairs[0] = "12 36 48"; pairs[1] = "02 47"; pairs[2] = "01 58 46"
    pairs[3] = "06 45"; pairs[4] = "08 17 26 35"; pairs[5] = "28 34"
    pairs[6] = "03 24 78"; pairs[7] = "14 68"; pairs[8] = "04 25 67"
    board = "...\n...\n...\n"
    for (argument = 0; turn < 9; turn++) {
        player = turn % 2 ? "O" : "X"
        printf "%s", board
        do {
            printf "%s> ", player
            if (++argument == ARGC) exit
            answer = ARGV[argument]
            free = answer ~ /^[0-8]$/ && at(answer) == "."
            if (!free) print "invalid."
        } while (!free)
        place = answer + int(answer / 3)
        board = substr(board, 1, place) player substr(board, place + 2)
        count = split(pairs[answer], list, " ")
        for (i = 1; i <= count; i++) {
            if (at(substr(list[i], 1, 1)) == player && at(substr(list[i], 2)) == player) {
                print player " won."
                exit
            }
        }
    }
    print "tie."
}

function at(field) {
    return substr(board, field + int(field / 3) + 1, 1)
}
