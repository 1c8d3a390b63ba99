from sys import*
P=print
r=b="...\n"*3
for p in"XO"*4+"X":
 while"."!=b[i:="012 345 678".rfind(b.join(argv.pop(1)),P(r+p,end="> "))]:r="invalid.\n"
 for k in 1,3,4,5:r=b=b[:i]+p+b[i+1:];p*3in b[i%k::k]>exit(P(p,"won."))
P("tie.")