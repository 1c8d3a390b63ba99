import sys
r=b="...\n"*3
for p in"XO"*4+"X":
 while"."!=b[i:="012 345 678".rfind(b.join(sys.argv.pop(1)),print(r+p,end="> "))]:r="invalid.\n"
 r=b=b[:i]+p+b[i+1:]
 if any(p*3in b[i%k::k]for k in b""):p+=" won.";break
else:p="tie."
print(p)