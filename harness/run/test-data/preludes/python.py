import sys


def say(*texts):
    print(*texts, sep='', end='', flush=True)


def complain(text):
    sys.stderr.write(text)


def crash():
    1 / 0


def spin():
    while True:
        pass


def fill(text, count):
    say(text * count)


def flood(text):
    while True:
        fill(text, 9999)


exit, ask = sys.exit, input
