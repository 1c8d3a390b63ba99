#!/usr/bin/awk -f
# Each line of input is an answer, and each kind of answer has a rule.
BEGIN {
    for (i = 0; i < 9; i++) cell[i] = "."
    player["X"] = "O"
    player["O"] = "X"
    who = "X"
    board()
}

/^[0-8]$/ && cell[$0] == "." {
    cell[$0] = who
    if (line(0, 1, 2) || line(3, 4, 5) || line(6, 7, 8) || line(0, 3, 6) || \
        line(1, 4, 7) || line(2, 5, 8) || line(0, 4, 8) || line(2, 4, 6)) {
        print who " won."
        exit
    }
    if (++marks == 9) {
        print "tie."
        exit
    }
    who = player[who]
    board()
    next
}

{
    print "invalid."
    prompt()
}

function line(a, b, c) {
    return cell[a] cell[b] cell[c] == who who who
}

function board() {
    print cell[0] cell[1] cell[2]
    print cell[3] cell[4] cell[5]
    print cell[6] cell[7] cell[8]
    prompt()
}

function prompt() {
    printf "%s> ", who
}
