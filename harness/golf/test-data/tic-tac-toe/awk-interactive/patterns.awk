BEGIN {
    board = "...\n...\n...\n"
    player = "X"
    opponent = "O"
    begin_turn()
}

# Anything but one digit:
!/^[0-8]$/ {
    refuse()
    next
}

# A field that is taken:
substr(board, place($0), 1) != "." {
    refuse()
    next
}

{
    board = substr(board, 1, place($0) - 1) player substr(board, place($0) + 1)
    if (three("") || three("..") || three("...") || three("....")) {
        print player " won."
        exit
    }
    if (board !~ /[.]/) {
        print "tie."
        exit
    }
    old = player
    player = opponent
    opponent = old
    begin_turn()
}

function place(field) {
    return field + int(field / 3) + 1
}

# Whether there are three marks with as much between them; | stands for the newline.
function three(gap,    text) {
    text = board
    gsub(/\n/, "|", text)
    return text ~ (player gap player gap player)
}

function begin_turn() {
    printf "%s", board
    prompt()
}

function refuse() {
    print "invalid."
    prompt()
}

function prompt() {
    printf "%s> ", player
    fflush("")
}
