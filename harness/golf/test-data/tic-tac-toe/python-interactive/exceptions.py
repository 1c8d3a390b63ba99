class Invalid(Exception):
    pass


class GameOver(Exception):
    pass


board = ["."] * 9
lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def parse(text):
    if text not in ["0", "1", "2", "3", "4", "5", "6", "7", "8"]:
        raise Invalid
    field = int(text)
    if board[field] != ".":
        raise Invalid
    return field


def move(player):
    while True:
        try:
            field = parse(input(player + "> "))
            board[field] = player
            break
        except Invalid:
            print("invalid.")
    for line in lines:
        if [board[field] for field in line].count(player) == 3:
            raise GameOver(player + " won.")
    if "." not in board:
        raise GameOver("tie.")


try:
    while True:
        for player in "X", "O":
            for i in range(9):
                print(board[i], end="" if i % 3 < 2 else "\n")
            move(player)
except GameOver as end:
    print(end)
except EOFError:
    pass
