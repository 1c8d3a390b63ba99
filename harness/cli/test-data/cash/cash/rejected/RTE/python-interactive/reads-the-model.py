exec(open('model/atm.py').read())
