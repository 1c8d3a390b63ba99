import sys
from collections import namedtuple

# A position never changes: each move makes a new one.
Position = namedtuple("Position", "cells player")
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def after(position, field):
    cells = list(position.cells)
    cells[field] = position.player
    return Position(tuple(cells), "O" if position.player == "X" else "X")


def show(position):
    for i in 0, 3, 6:
        print("".join(position.cells[i:i + 3]))


def result(position, last):
    if any(all(position.cells[int(i)] == last for i in line) for line in LINES):
        return last + " won."
    if "." not in position.cells:
        return "tie."
    return ""


position = Position((".",) * 9, "X")
show(position)
print(position.player, end="> ")
moves = {str(i): i for i in range(9)}
for line in map(str.strip, sys.stdin):
    if line in moves:
        field = moves.pop(line)
        player = position.player
        position = after(position, field)
        ending = result(position, player)
        if ending:
            print(ending)
            break
        show(position)
    else:
        print("invalid.")
    print(position.player, end="> ")
