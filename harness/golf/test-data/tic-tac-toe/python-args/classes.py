"""Tic-tac-toe; the moves are arguments."""
from sys import argv


class Board:
    LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

    def __init__(self):
        self.cells = ["."] * 9

    def __str__(self):
        rows = [self.cells[i:i + 3] for i in (0, 3, 6)]
        return "\n".join("".join(row) for row in rows)

    def accepts(self, text):
        return text in [str(i) for i, cell in enumerate(self.cells) if cell == "."]

    def mark(self, text, player):
        self.cells[int(text)] = player

    def is_won(self):
        for line in self.LINES:
            marks = {self.cells[int(i)] for i in line}
            if len(marks) == 1 and marks != {"."}:
                return True
        return False

    @property
    def is_full(self):
        return "." not in self.cells


board = Board()
players = ["X", "O"]
print(f"{board}\n{players[0]}> ", end="")
for text in argv[1:]:
    if not board.accepts(text):
        print(f"invalid.\n{players[0]}> ", end="")
        continue
    board.mark(text, players[0])
    if board.is_won():
        print(players[0], "won.")
        break
    if board.is_full:
        print("tie.")
        break
    players.reverse()
    print(f"{board}\n{players[0]}> ", end="")
