# The fields of a player are a sum of powers of two.
BEGIN {
    count = split("7 56 448 73 146 292 273 84", wins, " ")
    bit["0"] = 1
    for (i = 1; i < 9; i++) bit[i] = 2 * bit[i - 1]
    sum["X"] = 0
    sum["O"] = 0
    player = "X"
    show()
}

# Whether a sum has a power of two in it.
function has(sum, power) {
    return int(sum / power) % 2
}

function covers(sum, win,    i) {
    for (i = 0; i < 9; i++) {
        if (has(win, bit[i]) && !has(sum, bit[i])) return 0
    }
    return 1
}

function show(    i) {
    for (i = 0; i < 9; i++) {
        printf "%s", has(sum["X"], bit[i]) ? "X" : has(sum["O"], bit[i]) ? "O" : "."
        if (i % 3 == 2) printf "\n"
    }
    printf "%s> ", player
}

!($0 in bit) || has(sum["X"] + sum["O"], bit[$0]) {
    printf "invalid.\n%s> ", player
    next
}

{
    sum[player] += bit[$0]
    for (i = 1; i <= count; i++) {
        if (covers(sum[player], wins[i])) {
            print player " won."
            exit
        }
    }
    if (sum["X"] + sum["O"] == 511) {
        print "tie."
        exit
    }
    player = player == "X" ? "O" : "X"
    show()
}
