import sys


def picture(board):
    return board[:3] + "\n" + board[3:6] + "\n" + board[6:] + "\n"


def lines(board):
    yield from (board[0:3], board[3:6], board[6:9])
    yield from (board[0::3], board[1::3], board[2::3])
    yield board[0::4]
    yield board[2:7:2]


def play(board, player, answers):
    """Returns everything that is printed from this position on."""
    output = picture(board)
    for index, answer in enumerate(answers):
        output += player + "> "
        if answer not in list("012345678") or board[int(answer)] != ".":
            output += "invalid.\n"
            continue
        field = int(answer)
        board = board[:field] + player + board[field + 1:]
        if player * 3 in lines(board):
            return output + player + " won.\n"
        if board.count(".") == 0:
            return output + "tie.\n"
        return output + play(board, "XO"[player == "X"], answers[index + 1:])
    return output + player + "> "


print(play("." * 9, "X", sys.argv[1:]), end="")
