import subprocess
subprocess.Popen(['sleep', '600'])
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
