$_="...

"x3;print/.+
/g,$p=y/.//&shift=~/\d$|/?X:O,"> ",s/^(.
*){$&}\K\./$p/?/$p(.(?1).|$p)$p/s?"$p won.":"tie."x!/\./:"invalid.
"until@+>!!@ARGV