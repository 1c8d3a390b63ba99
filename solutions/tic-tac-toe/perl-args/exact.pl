$_="...

"x3;print$i?():/.+
/g,$p=y/.//&shift=~/^\d$|/?X:O,"> ",($i=!s/^(.
*){$&}\K\./$p/)?"invalid.
":/$p(.(?1).|$p)$p/s?"$p won.
":"tie.
"x!/\./ while@+<2