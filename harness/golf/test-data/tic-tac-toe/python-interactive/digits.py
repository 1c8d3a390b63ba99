# The board holds the numbers of its free fields.
import sys

board = "012\n345\n678"
lines = ("0 1 2", "3 4 5", "6 7 8", "0 3 6", "1 4 7", "2 5 8", "0 4 8", "2 4 6")
turns = "XOXOXOXOX"


def visible(text):
    for digit in "012345678":
        text = text.replace(digit, ".")
    return text


for player in turns:
    print(visible(board))
    while True:
        sys.stdout.write(player + "> ")
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if answer == "":
            raise SystemExit
        answer = answer[:-1]
        if answer.isdigit() and len(answer) == 1 and answer in board:
            break
        sys.stdout.write("invalid.\n")
    board = board.replace(answer, player)
    # In the lines, too, a mark replaces the number.
    lines = tuple(line.replace(answer, player) for line in lines)
    if " ".join([player] * 3) in lines:
        print(player + " won.")
        raise SystemExit
print("tie.")
