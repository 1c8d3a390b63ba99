import re
from dataclasses import dataclass, field
from typing import Optional

PATTERN = re.compile(r"^[0-8]$")


@dataclass
class Game:
    cells: list = field(default_factory=lambda: ["."] * 9)
    player: str = "X"

    def show(self) -> None:
        print(re.sub("(...)(?=.)", r"\1\n", "".join(self.cells)))

    def ask(self) -> int:
        answer = input(f"{self.player}> ")
        if PATTERN.match(answer) and self.cells[int(answer)] == ".":
            return int(answer)
        print("invalid.")
        return self.ask()

    def verdict(self) -> Optional[str]:
        for line in "012 345 678 036 147 258 048 246".split(" "):
            if set(self.cells[int(digit)] for digit in line) == {self.player}:
                return f"{self.player} won."
        return None if "." in self.cells else "tie."

    def run(self) -> None:
        while True:
            self.show()
            self.cells[self.ask()] = self.player
            verdict = self.verdict()
            if verdict is not None:
                print(verdict)
                return
            self.player = "XO".replace(self.player, "")


Game().run()
