$stdout.sync = true
def say(*texts) = print(*texts)
def complain(text) = $stderr.print(text)
def crash() = raise('')
def spin() = loop {}
def fill(text, count) = say(text * count)
def flood(text) = loop { fill(text, 9999) }
def ask() = gets.chomp
