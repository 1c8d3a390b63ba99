# The moves are a list; the board and the winner follow from it.
function owner_of(field,    i) {
    for (i = 1; i <= length(moves); i++) {
        if (substr(moves, i, 1) == field) {
            return i % 2 == 1 ? "X" : "O"
        }
    }
    return "."
}

function player_now() {
    return length(moves) % 2 == 0 ? "X" : "O"
}

function prompt() {
    printf "%s> ", player_now()
    fflush()
}

function show(    i) {
    for (i = 0; i < 9; i++) {
        printf "%s", owner_of(i)
        if (i % 3 == 2) printf "\n"
    }
    prompt()
}

function last_player_won(    i, a, wanted) {
    wanted = owner_of(substr(moves, length(moves)))
    for (i = 1; i <= 22; i += 3) {
        a = substr("012345678036147258048246", i, 3)
        if (owner_of(substr(a, 1, 1)) == wanted && owner_of(substr(a, 2, 1)) == wanted && owner_of(substr(a, 3)) == wanted) {
            return 1
        }
    }
    return 0
}

BEGIN {
    moves = ""
    show()
}

{
    if ($0 !~ /^[0-8]$/ || index(moves, $0) > 0) {
        print "invalid."
        prompt()
        next
    }
    mover = player_now()
    moves = moves $0
    if (last_player_won()) {
        print mover " won."
        exit
    }
    if (length(moves) == 9) {
        print "tie."
        exit
    }
    show()
}
