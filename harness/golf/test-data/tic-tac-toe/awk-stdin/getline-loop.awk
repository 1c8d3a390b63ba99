BEGIN {
    split("012 345 678 036 147 258 048 246", lines)
    board = "........."

    for (turn = 1; turn <= 9; turn++) {
        player = substr("XO", 2 - turn % 2, 1)
        for (row = 0; row < 3; row++) {
            print substr(board, 3 * row + 1, 3)
        }

        # Until there is a free field:
        while (1) {
            printf "%s> ", player
            if ((getline answer) <= 0) {
                exit
            }
            if (answer ~ /^[0-8]$/ && field(answer) == ".") {
                break
            }
            print "invalid."
        }
        board = substr(board, 1, answer) player substr(board, answer + 2)

        for (i = 1; i in lines; i++) {
            marks = 0
            for (j = 1; j <= 3; j++) {
                if (field(substr(lines[i], j, 1)) == player) {
                    marks++
                }
            }
            if (marks == 3) {
                print player " won."
                exit
            }
        }
    }
    print "tie."
}

function field(number) {
    return substr(board, number + 1, 1)
}
