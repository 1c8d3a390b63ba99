# Counts the marks of both players in each row, column and diagonal.
function add(player, field,    row, column, best) {
    row = int(field / 3)
    column = field % 3
    best = larger(++marks[player, "row", row], ++marks[player, "column", column])
    if (row == column) best = larger(best, ++marks[player, "falling"])
    if (row + column == 2) best = larger(best, ++marks[player, "rising"])
    return best
}

function larger(a, b) {
    return a > b ? a : b
}

function output(text) {
    all = all text
}

function picture(    row, column) {
    for (row = 0; row < 3; row++) {
        for (column = 0; column < 3; column++) {
            output((3 * row + column) in board ? board[3 * row + column] : ".")
        }
        output("\n")
    }
}

BEGIN {
    player = "X"
    picture()
    output("X> ")
    for (i = 1; i in ARGV; i++) {
        if (ARGV[i] ~ /^[0-8]$/ && !(ARGV[i] in board)) {
            board[ARGV[i]] = player
            if (add(player, ARGV[i]) == 3) {
                output(player " won.\n")
                break
            }
            if (++total == 9) {
                output("tie.\n")
                break
            }
            player = player == "X" ? "O" : "X"
            picture()
        } else {
            output("invalid.\n")
        }
        output(player "> ")
    }
    printf "%s", all
}
