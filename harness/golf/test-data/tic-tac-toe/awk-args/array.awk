# Tic-tac-toe with an array of nine fields; the moves are arguments.
function show(    i) {
    for (i = 0; i < 9; i++) {
        printf "%s", board[i]
        if (i % 3 == 2) {
            printf "\n"
        }
    }
    printf "%s> ", player
}

function same(a, b, c) {
    return board[a] == player && board[b] == player && board[c] == player
}

function won(    i) {
    for (i = 0; i < 3; i++) {
        if (same(3 * i, 3 * i + 1, 3 * i + 2)) return 1
        if (same(i, i + 3, i + 6)) return 1
    }
    return same(0, 4, 8) || same(2, 4, 6)
}

BEGIN {
    for (i = 0; i < 9; i++) {
        board[i] = "."
    }
    player = "X"
    show()
    for (n = 1; n < ARGC; n++) {
        if (ARGV[n] !~ /^[0-8]$/ || board[ARGV[n]] != ".") {
            printf "invalid.\n%s> ", player
            continue
        }
        board[ARGV[n]] = player
        moves++
        if (won()) {
            print player " won."
            exit
        }
        if (moves == 9) {
            print "tie."
            exit
        }
        if (player == "X") {
            player = "O"
        } else {
            player = "X"
        }
        show()
    }
}
