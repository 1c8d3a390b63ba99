BEGIN {
    board = "........."
    player = "X"
    other = "O"
    show(board)
    ask()
    for (i = 1; i < ARGC && !over; i++) {
        play(ARGV[i])
    }
}

function ask() {
    printf("%s> ", player)
}

function show(board) {
    print substr(board, 1, 3)
    print substr(board, 4, 3)
    print substr(board, 7, 3)
}

# Plays one answer.
function play(answer,    swap) {
    if (length(answer) != 1 || index("012345678", answer) == 0 || substr(board, answer + 1, 1) != ".") {
        print "invalid."
        ask()
        return
    }
    board = substr(board, 1, answer) player substr(board, answer + 2)
    if (is_won(board, player)) {
        print player " won."
        over = 1
    } else if (index(board, ".") == 0) {
        print "tie."
        over = 1
    } else {
        swap = player
        player = other
        other = swap
        show(board)
        ask()
    }
}

function is_won(board, p) {
    if (board ~ ("^(...)?(...)?" p p p)) return 1
    if (board ~ (p ".." p ".." p)) return 1
    if (board ~ (p "..." p "..." p)) return 1
    return board ~ ("^.." p "." p "." p)
}
