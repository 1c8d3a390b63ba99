import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Game:
    def __init__(self, answers):
        self.answers = iter(answers)
        self.fields = list('.........')

    def show_board(self):
        for row in 0, 3, 6:
            print(*self.fields[row:row + 3], sep='')

    def read_move(self, player):
        while True:
            print(f'{player}> ', end='')
            answer = next(self.answers)
            if answer in list('012345678') and self.fields[int(answer)] == '.':
                return int(answer)
            print('invalid.')

    def play(self):
        for turn in range(9):
            player = 'XO'[turn % 2]
            self.show_board()
            self.fields[self.read_move(player)] = player
            if any(all(self.fields[field] == player for field in line) for line in LINES):
                return f'{player} won.'
        return 'tie.'


if __name__ == '__main__':
    try:
        print(Game(sys.argv[1:]).play())
    except StopIteration:
        print()
