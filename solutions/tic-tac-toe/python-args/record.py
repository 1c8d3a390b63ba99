import sys
P=print
b="...\n"*3
for p in"XO"*4+"X":
 while"."!=b[i:="012 345 678".rfind(b.join(sys.argv.pop(1)),P(b+p+"> "))]:P("invalid.")
 for k in 1,3,4,5:b=b[:i]+p+b[i+1:];p*3in b[i%k::k]>P(p,"won.")
P("tie.")