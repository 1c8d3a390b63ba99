import time
balance = 100
try:
    while (line := input('amount> ')) != 'q':
        time.sleep(30)
        if not line.isdigit():
            print('Not a number')
        elif int(line) > balance:
            print('Not enough')
        else:
            balance -= int(line)
            print(f'Balance: {balance}')
    print('Goodbye')
except EOFError:
    print()
