import re
import sys

board = "...\n...\n...\n"
player = "X"
moves = 0

# A row, and, with 2, 3 or 4 characters between the marks, a diagonal, a column, the other diagonal.
WIN = re.compile(r"(X|O)(\1|..\1..|...\1...|....\1....)\1", re.DOTALL)

sys.stdout.write(board + player + "> ")
for argument in sys.argv[1:]:
    match = re.fullmatch("[0-8]", argument)
    place = -1
    if match:
        number = int(match.group())
        place = number + number // 3
    if place == -1 or board[place] != ".":
        sys.stdout.write("invalid.\n" + player + "> ")
        continue
    board = board[:place] + player + board[place + 1:]
    moves += 1
    if WIN.search(board):
        sys.stdout.write(f"{player} won.\n")
        sys.exit(0)
    if moves == 9:
        sys.stdout.write("tie.\n")
        sys.exit(0)
    player = {"X": "O", "O": "X"}[player]
    sys.stdout.write(board + player + "> ")
