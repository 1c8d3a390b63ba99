balance = 100
while True:
    try:
        line = input('amount> ')
    except EOFError:
        print()
        break
    if line == 'q':
        print('Goodbye')
        input()
        break
    try:
        amount = int(line)
    except ValueError:
        print('Not a number')
        continue
    if amount > balance:
        print('Not enough')
    else:
        balance -= amount
        print(f'Balance: {balance}')
