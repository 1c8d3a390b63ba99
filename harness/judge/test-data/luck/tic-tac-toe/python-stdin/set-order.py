import sys
L=['012','345','678','036','147','258','048','246']
f=['.']*9;p='X';A=sys.stdin.read().split('\n')[::-1]
while 1:
    for r in(0,3,6):print(''.join(f[r:r+3]))
    while 1:
        print(p+'> ');a=A.pop()
        if len(a)==1 and a in'012345678' and f[int(a)]=='.':break
        print('invalid.')
    f[int(a)]=p
    won=any(all(f[int(c)]==p for c in l)for l in L);full='.'not in f
    if won or full:
        m=p+' won.'if won else'tie.'
        r=set()
        if won:r.add('X won.'if p=='X'else'O won.')
        if full:r.add('tie.')
        m=r.pop()
        print(m);break
    p='XO'[p=='X']
