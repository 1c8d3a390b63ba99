function show_turn(row) {
    for (row = 1; row <= 7; row += 3) {
        print fields[row] fields[row + 1] fields[row + 2]
    }
    printf "%s> ", player
}

function is_move(answer) {
    return answer ~ /^[0-8]$/ && fields[answer + 1] == "."
}

function has_won(i) {
    for (i = 1; i <= count; i++) {
        if (mark(i, 1) && mark(i, 2) && mark(i, 3)) {
            return 1
        }
    }
    return 0
}

function mark(i, place) {
    return fields[substr(lines[i], place, 1) + 1] == player
}

BEGIN {
    count = split("012 345 678 036 147 258 048 246", lines, " ")
    split(". . . . . . . . .", fields, " ")
    player = "X"
    show_turn()
}

!is_move($0) {
    printf "invalid.\n%s> ", player
    next
}

{
    fields[$0 + 1] = player
    turns++
    if (has_won()) {
        message = player " won."
        exit
    }
    if (turns == 9) {
        message = "tie."
        exit
    }
    player = player == "X" ? "O" : "X"
    show_turn()
}

END {
    print message
}
