function show_turn(row) {
    for (row = 0; row < 9; row += 3) {
        print fields[row] fields[row + 1] fields[row + 2]
    }
    printf "%s> ", player
}

function has_won(i, line) {
    for (i in lines) {
        split(lines[i], line, "")
        if (fields[line[1]] == player && fields[line[2]] == player && fields[line[3]] == player) {
            return 1
        }
    }
    return 0
}

function play(i, answer, marks) {
    show_turn()
    for (i = 1; i < ARGC; i++) {
        answer = ARGV[i]
        if (answer !~ /^[0-8]$/ || fields[answer] != ".") {
            printf "invalid.\n%s> ", player
            continue
        }
        fields[answer] = player
        if (has_won()) {
            return player " won."
        }
        if (++marks == 9) {
            return "tie."
        }
        player = player == "X" ? "O" : "X"
        show_turn()
    }
    return ""
}

BEGIN {
    split("012 345 678 036 147 258 048 246", lines, " ")
    for (field = 0; field < 9; field++) {
        fields[field] = "."
    }
    player = "X"
    print play()
}
