# Collects all answers, and plays at the end.
{
    answers[NR] = $0
}

END {
    fields = "012345678"
    lines = "012 345 678 036 147 258 048 246"
    player = "X"
    next_answer = 1
    while (fields ~ /[0-9]/) {
        shown = fields
        gsub(/[0-9]/, ".", shown)
        print substr(shown, 1, 3) "\n" substr(shown, 4, 3) "\n" substr(shown, 7)
        answer = ""
        while (answer == "") {
            printf "%s> ", player
            if (next_answer > NR) {
                exit
            }
            answer = answers[next_answer++]
            if (answer !~ /^[0-9]$/ || !index(fields, answer)) {
                answer = ""
                print "invalid."
            }
        }
        gsub(answer, player, fields)
        gsub(answer, player, lines)
        if (index(lines, player player player)) {
            print player " won."
            exit
        }
        player = (player == "X") ? "O" : "X"
    }
    print "tie."
}
