function prompt() {
    printf "%s> ", symbols[turn]
}

function print_rows(    row) {
    for (row = 1; row <= 3; row++)
        print rows[row]
    prompt()
}

function cell(row, column) {
    return substr(rows[row], column, 1)
}

function is_over(symbol,    i, text, fall, rise) {
    for (i = 1; i <= 3; i++) {
        text = text " " rows[i] " " cell(1, i) cell(2, i) cell(3, i)
        fall = fall cell(i, i)
        rise = rise cell(i, 4 - i)
    }
    text = text " " fall " " rise
    if (index(text, symbol symbol symbol)) {
        result = symbol " won."
    } else if (!index(text, ".")) {
        result = "tie."
    }
    return result != ""
}

BEGIN {
    rows[1] = rows[2] = rows[3] = "..."
    symbols[0] = "X"
    symbols[1] = "O"
    turn = 0
    print_rows()
}

{
    row = int($0 / 3) + 1
    column = $0 % 3 + 1
}

$0 !~ /^[0-8]$/ || cell(row, column) != "." {
    print "invalid."
    prompt()
    next
}

{
    rows[row] = substr(rows[row], 1, column - 1) symbols[turn] substr(rows[row], column + 1)
    if (is_over(symbols[turn])) exit
    turn = 1 - turn
    print_rows()
}

END {
    if (result != "") print result
}
