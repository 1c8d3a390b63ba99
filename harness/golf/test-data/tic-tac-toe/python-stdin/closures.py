import sys


def make_board():
    cells = ["."] * 9

    def text():
        return "".join(cell + "\n" * (i % 3 == 2) for i, cell in enumerate(cells))

    def mark(answer, player):
        """Says whether the field was free."""
        if answer not in tuple("012345678"):
            return False
        if cells[int(answer)] != ".":
            return False
        cells[int(answer)] = player
        return True

    def winner():
        for a, b, c in (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6):
            if "." != cells[a] == cells[b] == cells[c]:
                return cells[a]
        return None if "." in cells else "nobody"

    return text, mark, winner


text, mark, winner = make_board()
player = "X"
print(text() + player, end="> ")
while not winner():
    line = sys.stdin.readline()
    if not line:
        break
    if not mark(line[:-1], player):
        print("invalid.\n" + player, end="> ")
        continue
    if winner():
        print("tie." if winner() == "nobody" else player + " won.")
    else:
        player = "X" if player == "O" else "O"
        print(text() + player, end="> ")
