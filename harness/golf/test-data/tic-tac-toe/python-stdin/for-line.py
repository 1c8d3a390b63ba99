import sys

board = list(".........")
player = "X"


def print_board():
    print("".join(board[0:3]))
    print("".join(board[3:6]))
    print("".join(board[6:9]))


def check(a, b, c):
    return board[a] == player and board[b] == player and board[c] == player


def is_winner():
    if check(0, 1, 2) or check(3, 4, 5) or check(6, 7, 8):
        return True
    if check(0, 3, 6) or check(1, 4, 7) or check(2, 5, 8):
        return True
    return check(0, 4, 8) or check(2, 4, 6)


print_board()
print(player, end="> ")
for line in sys.stdin:
    line = line.rstrip("\n")
    if line in ("0", "1", "2", "3", "4", "5", "6", "7", "8") and board[int(line)] == ".":
        board[int(line)] = player
        if is_winner():
            print(player + " won.")
            break
        if board.count(".") == 0:
            print("tie.")
            break
        if player == "X":
            player = "O"
        else:
            player = "X"
        print_board()
    else:
        print("invalid.")
    print(player, end="> ")
