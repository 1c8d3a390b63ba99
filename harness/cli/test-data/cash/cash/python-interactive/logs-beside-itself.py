import os
log = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'atm.log'), 'a')
log.write('started\n')
open('here.log', 'x').close()
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
