import time
while input('amount> ') != 'q':
    time.sleep(3)
print('Goodbye')
