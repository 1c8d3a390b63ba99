r=b="...\n"*3
for p in"XO"*4+"X":
 while"."!=b[i:="012 345 678".rfind(b.join(input(r+p+"> ")))]:r="invalid.\n"
 r=b=b[:i]+p+b[i+1:]
 if w:=any(p*3in b[i%k::k]for k in b""):break
print(["tie.",p+" won."][w])