balance = 100
try:
    while (line := input('amount> ')) != 'q':
        if not line.isdigit():
            print('Not a number')
        elif int(line) > balance:
            print('Not enough')
        else:
            balance -= int(line)
            print(f'Balance: {balance}')
    print('Goodbye')
    exit()
except EOFError:
    print()
