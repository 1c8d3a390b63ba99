from sys import stdin

free = set(range(9))
players = {"X": set(), "O": set()}
lines = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def symbol(field):
    for name, own in players.items():
        if field in own:
            return name
    return "."


def show():
    for start in range(0, 9, 3):
        print(symbol(start), symbol(start + 1), symbol(start + 2), sep="")


current, following = "X", "O"
show()
while True:
    print(current, end="> ")
    answer = stdin.readline()
    if answer == "":
        break
    answer = answer.strip()
    field = int(answer) if answer in map(str, free) else None
    if field is None:
        print("invalid.")
        continue
    free.remove(field)
    players[current].add(field)
    if any(line.issubset(players[current]) for line in lines):
        print(current, "won.")
        break
    if not free:
        print("tie.")
        break
    current, following = following, current
    show()
