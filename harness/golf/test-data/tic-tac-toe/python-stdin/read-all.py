import sys


def play(answers):
    """Plays with all answers, which are known from the start."""
    out = []
    fields = "012345678"
    marks = {field: "." for field in fields}
    position = 0
    for turn in range(9):
        player = "XO"[turn % 2]
        out.append("\n".join(marks[a] + marks[b] + marks[c] for a, b, c in ("012", "345", "678")) + "\n")
        while True:
            out.append(player + "> ")
            if position >= len(answers):
                return out
            answer = answers[position]
            position += 1
            if marks.get(answer) == ".":
                break
            out.append("invalid.\n")
        marks[answer] = player
        for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
            if [marks[field] for field in line] == [player] * 3:
                out.append(player + " won.\n")
                return out
    out.append("tie.\n")
    return out


print("".join(play(sys.stdin.read().splitlines())), end="")
