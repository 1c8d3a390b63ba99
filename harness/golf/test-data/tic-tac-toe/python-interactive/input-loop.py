board = "." * 9
player = "X"
over = False

while not over:
    print(board[0:3], board[3:6], board[6:9], sep="\n")

    valid = False
    while not valid:
        answer = input(f"{player}> ")
        if answer.isdigit() and len(answer) == 1 and answer != "9":
            field = int(answer)
            valid = board[field] == "."
        if not valid:
            print("invalid.")

    board = board[:field] + player + board[field + 1:]

    # Rows, columns and diagonals are slices of the string.
    lines = [board[3 * i:3 * i + 3] for i in range(3)]
    lines += [board[i::3] for i in range(3)]
    lines += [board[::4], board[2:8:2]]

    if player * 3 in lines:
        print(f"{player} won.")
        over = True
    elif "." not in board:
        print("tie.")
        over = True
    elif player == "X":
        player = "O"
    else:
        player = "X"
