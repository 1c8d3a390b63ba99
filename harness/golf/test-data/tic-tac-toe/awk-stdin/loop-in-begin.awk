# Lines as their first field and their step.
BEGIN {
    split("0,1 3,1 6,1 0,3 1,3 2,3 0,4 2,2", lines, " ")
    player = "X"
    print_board()
    while (getline > 0) {
        if (is_valid($0)) {
            owner[$0] = player
            if (found_line()) {
                printf "%s won.\n", player
                exit
            }
            if (is_full()) {
                printf "tie.\n"
                exit
            }
            player = player == "X" ? "O" : "X"
            print_board()
        } else {
            printf "invalid.\n%s> ", player
        }
    }
}

function is_valid(text) {
    if (text !~ /^[0-8]$/) return 0
    return owner[text] == ""
}

function is_full(    i) {
    for (i = 0; i < 9; i++) if (owner[i] == "") return 0
    return 1
}

function found_line(    i, part, start, step) {
    for (i in lines) {
        split(lines[i], part, ",")
        start = part[1]
        step = part[2]
        if (owner[start] == player && owner[start + step] == player && owner[start + 2 * step] == player) return 1
    }
    return 0
}

function print_board(    i) {
    for (i = 0; i < 9; i++) {
        printf "%s%s", owner[i] == "" ? "." : owner[i], i % 3 == 2 ? "\n" : ""
    }
    printf "%s> ", player
}
