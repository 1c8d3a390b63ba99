balance = 100
try:
    while (line := input('amount>')) != 'q':
        if not line.isdigit():
            print('No number')
        elif int(line) > balance:
            print('Not enough')
        else:
            balance -= int(line)
            print(f'Balance: {balance}')
    print('Goodbye')
except EOFError:
    print()
