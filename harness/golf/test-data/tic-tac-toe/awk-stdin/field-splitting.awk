# The board is a record with nine fields, so that $1 to $9 are the cells.
BEGIN {
    OFS = " "
    board = ". . . . . . . . ."
    turn = 0
    show()
}

{
    answer = $0
    $0 = board
    if (answer !~ /^[0-8]$/ || $(answer + 1) != ".") {
        printf "invalid.\n%s> ", who()
        next
    }
    $(answer + 1) = who()
    board = $0
    won = 0
    for (i = 1; i <= 3; i++) {
        won = won || equal($(3 * i - 2), $(3 * i - 1), $(3 * i)) || equal($i, $(i + 3), $(i + 6))
    }
    won = won || equal($1, $5, $9) || equal($3, $5, $7)
    if (won) {
        print who() " won."
        exit
    }
    if (++turn == 9) {
        print "tie."
        exit
    }
    show()
}

function who() {
    return turn % 2 == 0 ? "X" : "O"
}

function equal(a, b, c) {
    return a != "." && a == b && b == c
}

function show(    text) {
    text = board
    gsub(/ /, "", text)
    printf "%s\n%s\n%s\n%s> ", substr(text, 1, 3), substr(text, 4, 3), substr(text, 7, 3), who()
}
