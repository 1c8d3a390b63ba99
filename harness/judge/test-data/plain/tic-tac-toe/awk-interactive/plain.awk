function prompt() {
    printf "%s> ", player
    fflush()
}

function show_turn() {
    print substr(board, 1, 3)
    print substr(board, 4, 3)
    print substr(board, 7, 3)
    prompt()
}

function has_won(i) {
    for (i = 1; i <= count; i++) {
        if (mark(i, 1) mark(i, 2) mark(i, 3) == player player player) {
            return 1
        }
    }
    return 0
}

function mark(i, place) {
    return substr(board, substr(lines[i], place, 1), 1)
}

BEGIN {
    count = split("123 456 789 147 258 369 159 357", lines, " ")
    board = "........."
    player = "X"
    show_turn()
}

$0 !~ /^[0-8]$/ || substr(board, $0 + 1, 1) != "." {
    print "invalid."
    prompt()
    next
}

{
    board = substr(board, 1, $0) player substr(board, $0 + 2)
    if (has_won()) {
        message = player " won."
        exit
    }
    if (index(board, ".") == 0) {
        message = "tie."
        exit
    }
    player = player == "X" ? "O" : "X"
    show_turn()
}

END {
    print message
}
