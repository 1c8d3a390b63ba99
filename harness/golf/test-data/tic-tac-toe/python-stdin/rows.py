board = [["." for _ in range(3)] for _ in range(3)]


def read_move(player):
    while True:
        move = input(player + "> ")
        if len(move) != 1 or move not in "012345678":
            print("invalid.")
            continue
        row, column = divmod(int(move), 3)
        if board[row][column] == ".":
            return row, column
        print("invalid.")


def has_line(player):
    wanted = [player] * 3
    for i in range(3):
        if board[i] == wanted or [row[i] for row in board] == wanted:
            return True
    falling = [board[i][i] for i in range(3)]
    rising = [board[i][2 - i] for i in range(3)]
    return wanted in (falling, rising)


def main():
    for turn in range(9):
        player = "O" if turn % 2 else "X"
        for row in board:
            print(*row, sep="")
        row, column = read_move(player)
        board[row][column] = player
        if has_line(player):
            print(player + " won.")
            return
    print("tie.")


try:
    main()
except EOFError:
    print()
