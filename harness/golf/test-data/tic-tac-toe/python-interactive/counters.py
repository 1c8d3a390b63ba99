import sys

# Each line has a counter: X adds 1, O takes 1 off.
rows = [0] * 3
columns = [0] * 3
diagonals = [0] * 2
cells = [None] * 9


def show():
    for i, cell in enumerate(cells):
        print(cell or ".", end="\n" if i % 3 == 2 else "")


def place(field, player):
    row, column = field // 3, field % 3
    step = 1 if player == "X" else -1
    cells[field] = player
    rows[row] += step
    columns[column] += step
    if row == column:
        diagonals[0] += step
    if row + column == 2:
        diagonals[1] += step
    return 3 * step in rows + columns + diagonals


player = "X"
while None in cells:
    show()
    while True:
        print(player, end="> ", flush=True)
        answer = sys.stdin.readline()
        if not answer:
            sys.exit()
        answer = answer.rstrip("\r\n")
        if answer in "0,1,2,3,4,5,6,7,8".split(",") and cells[int(answer)] is None:
            break
        print("invalid.")
    if place(int(answer), player):
        print(player, "won.")
        sys.exit()
    player = "O" if player == "X" else "X"
print("tie.")
