from itertools import combinations
from sys import argv, stdout

# In this square all lines sum up to 15, and no other three fields do.
magic = [8, 1, 6, 3, 5, 7, 4, 9, 2]
owned = {"X": [], "O": []}
taken = {}


def board():
    text = ""
    for i in range(9):
        text += taken.get(str(i), ".")
        if i in (2, 5, 8):
            text += "\n"
    return text


def turn(count):
    return "X" if count % 2 == 0 else "O"


stdout.write(board() + "X> ")
for answer in argv[1:]:
    player = turn(len(taken))
    if answer not in "0 1 2 3 4 5 6 7 8".split() or answer in taken:
        stdout.write("invalid.\n" + player + "> ")
        continue
    taken[answer] = player
    owned[player].append(magic[int(answer)])
    if 15 in map(sum, combinations(owned[player], 3)):
        stdout.write(player + " won.\n")
        break
    if len(taken) == 9:
        stdout.write("tie.\n")
        break
    stdout.write(board() + turn(len(taken)) + "> ")
