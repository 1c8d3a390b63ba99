r=b="...\n"*3
try:
 for p in"XO"*4+"X":
  while"."!=b[i:="012 345 678".rfind(b.join(input(r+p+"> ")))]:r="invalid.\n"
  for k in 1,3,4,5:r=b=b[:i]+p+b[i+1:];p*3in b[i%k::k]>0
 p="tie."
except:p+=" won."
print(p)