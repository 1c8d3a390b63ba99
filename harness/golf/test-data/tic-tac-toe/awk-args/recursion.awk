function rows(board) {
    gsub(/.../, "&\n", board)
    return board
}

# Fields between which a line runs, as patterns for both players.
function wins(board, player,    pattern) {
    pattern = "^XXX|^...XXX|XXX$|X..X..X|X...X...X|^..X.X.X"
    gsub(/X/, player, pattern)
    return match(board, pattern) > 0
}

function turn(board, player, other, n) {
    if (board !~ /\./) {
        return "tie.\n"
    }
    return rows(board) ask(board, player, other, n)
}

function ask(board, player, other, n,    answer) {
    if (n >= ARGC) {
        return player "> "
    }
    answer = ARGV[n]
    if (answer !~ /^[0-8]$/ || substr(board, answer + 1, 1) != ".") {
        return player "> invalid.\n" ask(board, player, other, n + 1)
    }
    board = substr(board, 1, answer) player substr(board, answer + 2)
    if (wins(board, player)) {
        return player "> " player " won.\n"
    }
    return player "> " turn(board, other, player, n + 1)
}

BEGIN {
    printf "%s", turn(".........", "X", "O", 1)
}
