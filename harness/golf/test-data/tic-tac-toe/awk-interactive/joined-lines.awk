BEGIN {
    ORS = ""
    for (i = 0; i < 9; i++) free[i] = 1
    lines = "012/345/678/036/147/258/048/246"
    board = "012/345/678/"
    turn = 1
    show()
}

function player() {
    return turn % 2 == 1 ? "X" : "O"
}

function show(    text) {
    text = board
    gsub(/[0-8]/, ".", text)
    gsub("/", "\n", text)
    print text player() "> "
    fflush()
}

# The answer is the name of a free field: it is replaced by the mark everywhere.
$0 in free {
    delete free[$0]
    gsub($0, player(), board)
    gsub($0, player(), lines)
    if (lines ~ player() player() player()) {
        print player() " won.\n"
        exit
    }
    turn++
    if (turn == 10) {
        print "tie.\n"
        exit
    }
    show()
    next
}

{
    print "invalid.\n" player() "> "
    fflush()
}
