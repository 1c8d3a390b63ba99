from enum import Enum, auto


class State(Enum):
    SHOW = auto()
    READ = auto()
    CHECK = auto()
    END = auto()


board = [".", ".", "."] * 3
player = "X"
state = State.SHOW
pairs = [(0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)]

while state != State.END:
    if state == State.SHOW:
        print("".join(board[:3]), "".join(board[3:6]), "".join(board[6:]), sep="\n")
        state = State.READ
    elif state == State.READ:
        try:
            answer = input(player + "> ")
        except EOFError:
            break
        if answer in "012345678" and len(answer) == 1 and board[int(answer)] == ".":
            board[int(answer)] = player
            state = State.CHECK
        else:
            print("invalid.")
    elif state == State.CHECK:
        state = State.END
        if any(all(board[start + step * i] == player for i in range(3)) for start, step in pairs):
            print(player, "won.")
        elif board.count(".") == 0:
            print("tie.")
        else:
            player = "O" if player == "X" else "X"
            state = State.SHOW
