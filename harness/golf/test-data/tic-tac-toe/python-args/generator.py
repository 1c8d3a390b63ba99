import itertools
import sys


def game():
    """Yields texts to print, and is sent an answer after each."""
    cells = dict.fromkeys(range(9), ".")
    text = ""
    for player in itertools.islice(itertools.cycle("XO"), 9):
        for row in range(3):
            text += "".join(cells[3 * row + column] for column in range(3)) + "\n"
        while True:
            answer = yield text + f"{player}> "
            if answer.isdecimal() and cells.get(int(answer)) == ".":
                break
            text = "invalid.\n"
        field = int(answer)
        cells[field] = player
        own = {i for i in cells if cells[i] == player}
        if any(set(map(int, line)) <= own for line in "012 345 678 036 147 258 048 246".split()):
            yield f"{player} won.\n"
            return
        text = ""
    yield "tie.\n"


running = game()
print(next(running), end="")
for answer in sys.argv[1:]:
    try:
        print(running.send(answer), end="")
    except StopIteration:
        break
