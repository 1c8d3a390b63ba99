# Asks until the answer is good; returns the field, or -1 at the end of the input.
function read_move(player,    answer) {
    while (1) {
        printf "%s> ", player
        fflush()
        if ((getline answer) < 1) {
            return -1
        }
        if (length(answer) == 1 && answer >= "0" && answer <= "8" && !(answer in marks)) {
            return answer
        }
        print "invalid."
    }
}

function mark(i) {
    if (i in marks) {
        return marks[i]
    }
    return "."
}

function line(pattern, player,    i) {
    for (i = 0; i < 9; i++) {
        if (substr(pattern, i + 1, 1) == "#" && mark(i) != player) {
            return 0
        }
    }
    return 1
}

BEGIN {
    count = split("###...... ...###... ......### #..#..#.. .#..#..#. ..#..#..# #...#...# ..#.#.#..", patterns, " ")
    for (turn = 0; turn < 9; turn++) {
        player = turn % 2 == 0 ? "X" : "O"
        print mark(0) mark(1) mark(2)
        print mark(3) mark(4) mark(5)
        print mark(6) mark(7) mark(8)
        move = read_move(player)
        if (move < 0) {
            exit 1
        }
        marks[move] = player
        for (i = 1; i <= count; i++) {
            if (line(patterns[i], player)) {
                print player " won."
                exit
            }
        }
    }
    print "tie."
}
