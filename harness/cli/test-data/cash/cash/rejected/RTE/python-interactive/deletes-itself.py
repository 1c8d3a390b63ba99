import os
os.remove(os.path.abspath(__file__))
