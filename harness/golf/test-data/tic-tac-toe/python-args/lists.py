import sys

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]


def show(board):
    for row in range(0, 9, 3):
        print("".join(board[row:row + 3]))


def won(board, player):
    return any(all(board[i] == player for i in line) for line in LINES)


def main():
    board = ["."] * 9
    player = "X"
    show(board)
    print(player + "> ", end="")
    for answer in sys.argv[1:]:
        if answer not in list("012345678") or board[int(answer)] != ".":
            print("invalid.")
            print(player + "> ", end="")
            continue
        board[int(answer)] = player
        if won(board, player):
            print(player + " won.")
            return
        if "." not in board:
            print("tie.")
            return
        player = "O" if player == "X" else "X"
        show(board)
        print(player + "> ", end="")


if __name__ == "__main__":
    main()
