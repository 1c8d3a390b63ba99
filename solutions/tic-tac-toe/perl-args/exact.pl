$_="...

"x3;print$i?():/.+
/g,$p=y/.//&shift=~/\d$|/?X:O,"> ",$i=s/^(.
*){$&}\K\./$p/?/$p(.(?1).|$p)$p/s?"$p won.
":"tie.
"x!/\./:"invalid.
"while@+<2