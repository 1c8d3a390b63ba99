"""ORTHO, from its protocol alone: a second implementation, which knows nothing of the first."""
import argparse
import re
import sys

SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
NAMES = ["Player 1 (X)", "Player 2 (O)"]


class Ortho:
    def __init__(self, size, length):
        self.size, self.length = size, length
        self.cells = {}
        self.selected = [None, None]
        self.player = 0

    def full(self, axis, number):
        return all(self.cell(axis, number, other) in self.cells for other in range(1, self.size + 1))

    @staticmethod
    def cell(axis, number, other):
        return (number, other) if axis == "row" else (other, number)

    def marker(self, axis, number, closing):
        marks = ["XO"[p] for p in (0, 1) if self.selected[p] == (axis, number)]
        return "" if closing else ",".join(marks)

    def board(self, closing=False):
        size, width = self.size, len(str(self.size))
        margin = " " * (width + 5)

        def centred(text):
            left = (3 - len(text)) // 2 if len(text) < 3 else 0
            return " " + (" " * left + text).ljust(3)

        columns = range(1, size + 1)
        print(margin + "".join(centred(self.marker("col", c, closing)) for c in columns))
        print(margin + "".join(centred(str(c)) for c in columns))
        rule = margin + "+" + "---+" * size
        for r in columns:
            cells = "".join(f" {self.cells.get((r, c), ' ')} |" for c in columns)
            print(rule)
            print(f"{self.marker('row', r, closing):>3} {r:>{width}} |{cells}")
        print(rule)

    def read(self, line):
        text = line.strip(SPACE).lower()
        if text in ("q", "quit"):
            return "quit", None
        prefix = next((p for p in ("row", "col", "r", "c") if text.startswith(p)), None)
        if prefix is None:
            return None, "Invalid format. Examples: r3, c2, row 3, col 2"
        rest = text[len(prefix):].strip(SPACE)
        digits = rest.lstrip("+").lstrip("0")
        if not re.fullmatch(r"\+?[0-9]+", rest) or len(digits) > 20 or int(digits or 0) > 18446744073709551615:
            return None, f"Expected a number, got: '{rest}'"
        if not 1 <= int(digits or 0) <= self.size:
            return None, f"Must be in range 1-{self.size}"
        return ("row" if prefix[0] == "r" else "col"), int(digits)

    def won(self, row, column):
        mark = self.cells[row, column]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while self.cells.get((r, c)) == mark:
                    count, r, c = count + 1, r + sign * down, c + sign * right
            if count >= self.length:
                return True
        return False

    def choose(self, axis, number):
        """Returns an error, or does what was chosen and tells whether the game is over."""
        mine = self.selected[self.player]
        if mine is not None and mine[0] == axis:
            return f"You must choose a {'col' if axis == 'row' else 'row'}", False
        if mine is None:
            if self.full(axis, number):
                return f"{axis} {number} has no empty cells. Pick a different {axis}", False
            self.selected[self.player] = (axis, number)
            print(f"Selected {axis} {number} (first move, no stone placed)\n")
            self.player = 1 - self.player
            return None, False
        row, column = self.cell(axis, number, mine[1])
        if (row, column) in self.cells:
            return f"({row}, {column}) is already occupied. Pick a different index", False
        self.cells[row, column] = "XO"[self.player]
        self.selected[self.player] = (axis, number)
        print(f"Placed stone at ({row}, {column})!\n")
        if self.won(row, column) or len(self.cells) == self.size ** 2:
            self.board(closing=True)
            print("\nDraw!" if not self.won(row, column) else f"\n{NAMES[self.player]} wins!")
            return None, True
        self.player = 1 - self.player
        return None, False

    def play(self):
        print(f"=== Ortho ===  Board: {self.size}x{self.size}  Win condition: {self.length} in a row")
        print("Input examples: r3 (row 3), c2 (col 2), quit (exit)\n")
        while True:
            self.board()
            print()
            mine = self.selected[self.player]
            if mine is not None and self.full(*mine):
                print(f"{NAMES[self.player]} - No valid placement available. Turn skipped, selection cleared.\n")
                self.selected[self.player] = None
                self.player = 1 - self.player
                continue
            asked = "any row or column" if mine is None else "a col" if mine[0] == "row" else "a row"
            print(f"{NAMES[self.player]} - Choose {asked} > ", end="", flush=True)
            line = sys.stdin.buffer.readline()
            if not line:
                print("\nExiting game.")
                return
            try:
                axis, value = self.read(line.removesuffix(b"\n").decode())
            except UnicodeDecodeError:
                axis, value = None, "Invalid format. Examples: r3, c2, row 3, col 2"
            if axis == "quit":
                print("Exiting game.")
                return
            if axis is None:
                print(f"Error: {value}")
                continue
            error, over = self.choose(axis, value)
            if error:
                print(f"Error: {error}\n")
            if over:
                return


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", "--size", type=int, default=5)
    parser.add_argument("-m", "--win-length", type=int, default=4)
    options = parser.parse_args()
    Ortho(options.size, options.win_length).play()
