BEGIN {
    state = "show"
    player = "X"
    while (state != "stop") {
        if (state == "show") state = show()
        else if (state == "ask") state = ask()
        else if (state == "mark") state = mark()
        else if (state == "refuse") state = refuse()
        else state = finish()
    }
}

function show(    r) {
    for (r = 0; r < 3; r++) {
        print mark_at(r, 0) mark_at(r, 1) mark_at(r, 2)
    }
    return "ask"
}

function mark_at(row, column) {
    return (row, column) in taken ? taken[row, column] : "."
}

function ask() {
    printf "%s> ", player
    if ((getline line) != 1) return "stop"
    if (line !~ /^[0-8]$/) return "refuse"
    row = int(line / 3)
    column = line % 3
    return (row, column) in taken ? "refuse" : "mark"
}

function refuse() {
    print "invalid."
    return "ask"
}

function mark(    i, across, down, fall, rise) {
    taken[row, column] = player
    for (i = 0; i < 3; i++) {
        across += mark_at(row, i) == player
        down += mark_at(i, column) == player
        fall += mark_at(i, i) == player
        rise += mark_at(i, 2 - i) == player
    }
    if (across == 3 || down == 3 || fall == 3 || rise == 3) {
        message = player " won."
        return "finish"
    }
    if (++count == 9) {
        message = "tie."
        return "finish"
    }
    player = player == "X" ? "O" : "X"
    return "show"
}

function finish() {
    print message
    return "stop"
}
