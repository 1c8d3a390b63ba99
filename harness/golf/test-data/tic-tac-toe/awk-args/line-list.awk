function board_text(    text, i) {
    text = ""
    for (i = 0; i <= 8; i++) {
        text = text fields[i] (i % 3 < 2 ? "" : "\n")
    }
    return text
}

function has_line(player,    i, parts) {
    for (i = 1; i <= number_of_lines; i++) {
        split(lines[i], parts, "-")
        if (fields[parts[1]] fields[parts[2]] fields[parts[3]] == player player player) {
            return 1
        }
    }
    return 0
}

BEGIN {
    number_of_lines = split("0-1-2 3-4-5 6-7-8 0-3-6 1-4-7 2-5-8 0-4-8 2-4-6", lines, " ")
    split(". . . . . . . .", empty, " ")
    for (i = 0; i < 9; i++) fields[i] = empty[1]
    split("X O", players, " ")
    turn = 1
    printf "%s%s> ", board_text(), players[turn]
    for (argument = 1; argument < ARGC; argument++) {
        answer = ARGV[argument]
        valid = answer ~ /^[0-8]$/
        if (valid) valid = fields[answer] == "."
        if (!valid) {
            printf "invalid.\n%s> ", players[turn]
            continue
        }
        fields[answer] = players[turn]
        if (has_line(players[turn])) {
            print players[turn] " won."
            exit 0
        }
        if (++count == 9) {
            print "tie."
            exit 0
        }
        turn = 3 - turn
        printf "%s%s> ", board_text(), players[turn]
    }
}
