function say(text) {
    printf "%s", text
    fflush()
}

function show(    i) {
    for (i = 1; i <= 9; i += 3) {
        say(b[i] b[i + 1] b[i + 2] "\n")
    }
}

function check(x, y, z) {
    return b[x] != "." && b[x] == b[y] && b[y] == b[z]
}

function winning() {
    return check(1, 2, 3) || check(4, 5, 6) || check(7, 8, 9) || check(1, 4, 7) \
        || check(2, 5, 8) || check(3, 6, 9) || check(1, 5, 9) || check(3, 5, 7)
}

BEGIN {
    for (i = 1; i <= 9; i++) {
        b[i] = "."
    }
    player = "X"
    show()
    say(player "> ")
}

{
    if ($0 !~ /^[0-8]$/) {
        say("invalid.\n" player "> ")
        next
    }
    if (b[$0 + 1] != ".") {
        say("invalid.\n" player "> ")
        next
    }
    b[$0 + 1] = player
    if (winning()) {
        say(player " won.\n")
        exit 0
    }
    left = 0
    for (i in b) {
        if (b[i] == ".") left++
    }
    if (left == 0) {
        say("tie.\n")
        exit 0
    }
    player = player == "X" ? "O" : "X"
    show()
    say(player "> ")
}
