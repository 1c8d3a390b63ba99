# Three fields of a line have numbers with the sum 15.
BEGIN {
    split("2 7 6 9 5 1 4 3 8", magic, " ")
    names[0] = "X"
    names[1] = "O"
    turn = 0
    draw()
    for (i = 1; i < ARGC; i++) {
        if (!is_free(ARGV[i])) {
            print "invalid."
            prompt()
            continue
        }
        field = ARGV[i] + 1
        owner[field] = names[turn % 2]
        if (makes_fifteen(field)) {
            print owner[field], "won."
            exit
        }
        turn++
        if (turn > 8) {
            print "tie."
            exit
        }
        draw()
    }
}

function is_free(text) {
    return text ~ /^[012345678]$/ && !((text + 1) in owner)
}

function prompt() {
    printf "%s> ", names[turn % 2]
}

function draw(    i) {
    for (i = 1; i <= 9; i++) {
        printf "%s", (i in owner) ? owner[i] : "."
        if (i % 3 == 0) print ""
    }
    prompt()
}

function makes_fifteen(new,    a, b) {
    for (a = 1; a <= 9; a++) {
        for (b = a + 1; b <= 9; b++) {
            if (is_other(a, new) && is_other(b, new) && magic[a] + magic[b] + magic[new] == 15) {
                return 1
            }
        }
    }
    return 0
}

function is_other(field, new) {
    return field != new && (field in owner) && owner[field] == owner[new]
}
