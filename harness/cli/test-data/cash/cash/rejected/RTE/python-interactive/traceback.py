balance = 100
while True:
    try:
        line = input('amount> ')
    except EOFError:
        print()
        break
    if line == 'q':
        print('Goodbye')
        break
    amount = int(line)
    if amount > balance:
        print('Not enough')
    else:
        balance -= amount
        print(f'Balance: {balance}')
