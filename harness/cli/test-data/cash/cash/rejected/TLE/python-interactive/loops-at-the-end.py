balance = 100
while True:
    try:
        line = input('amount> ')
    except EOFError:
        while True:
            pass
    if line == 'q':
        print('Goodbye')
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
