from functools import reduce


def empty():
    return "........."


def with_mark(board, field, player):
    return "".join(player if i == field else cell for i, cell in enumerate(board))


def rows(board):
    return [board[i:i + 3] for i in range(0, 9, 3)]


def columns(board):
    return ["".join(column) for column in zip(*rows(board))]


def diagonals(board):
    return [board[0] + board[4] + board[8], board[2] + board[4] + board[6]]


def is_won(board, player):
    return reduce(lambda won, line: won or line == player * 3, rows(board) + columns(board) + diagonals(board), False)


def is_move(board, text):
    return text in {str(i) for i, cell in enumerate(board) if cell == "."}


def opponent(player):
    return chr(ord("X") + ord("O") - ord(player))


def game():
    board, player = empty(), "X"
    while True:
        print(*rows(board), sep="\n")
        text = input(player + "> ")
        while not is_move(board, text):
            print("invalid.")
            text = input(player + "> ")
        board = with_mark(board, int(text), player)
        if is_won(board, player):
            return player + " won."
        if not board.count("."):
            return "tie."
        player = opponent(player)


print(game())
