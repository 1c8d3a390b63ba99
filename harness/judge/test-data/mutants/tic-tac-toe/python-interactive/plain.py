LINES = ['012', '345', '678', '036', '147', '258', '048', '246']
fields = ['.'] * 9
player = 'X'


def show_board():
    for row in range(0, 9, 3):
        print(''.join(fields[row:row + 3]))


def is_move(answer):
    return len(answer) == 1 and answer in '012345678' and fields[int(answer)] == '.'


def has_won():
    return any(all(fields[int(field)] == player for field in line) for line in LINES)


while True:
    show_board()
    answer = input(player + '> ')
    while not is_move(answer):
        print('invalid.')
        answer = input(player + '> ')
    fields[int(answer)] = player
    if has_won():
        print(player + ' won.')
        break
    if '.' not in fields:
        print('tie.')
        break
    player = 'O' if player == 'X' else 'X'
