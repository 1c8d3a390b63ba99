import os
log = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'atm.log'), 'a')
log.write('started\n')
open('here.log', 'x').close()
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
except EOFError:
    print()
