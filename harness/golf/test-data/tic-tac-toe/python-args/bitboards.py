import sys

# Bit n of a number stands for field n.
WINS = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
FULL = 2 ** 9 - 1


def draw(crosses, noughts):
    for field in range(9):
        bit = 1 << field
        if crosses & bit:
            sys.stdout.write("X")
        elif noughts & bit:
            sys.stdout.write("O")
        else:
            sys.stdout.write(".")
        if field % 3 == 2:
            sys.stdout.write("\n")


bits = {"X": 0, "O": 0}
player, other = "X", "O"
draw(0, 0)
sys.stdout.write(player + "> ")
for word in sys.argv[1:]:
    bit = 0
    if len(word) == 1 and "0" <= word <= "8":
        bit = 1 << int(word)
    if bit == 0 or (bits["X"] | bits["O"]) & bit:
        sys.stdout.write("invalid.\n" + player + "> ")
        continue
    bits[player] |= bit
    if any(bits[player] & win == win for win in WINS):
        sys.stdout.write(player + " won.\n")
        break
    if bits["X"] | bits["O"] == FULL:
        sys.stdout.write("tie.\n")
        break
    player, other = other, player
    draw(bits["X"], bits["O"])
    sys.stdout.write(player + "> ")
