$_="...

"x3;print/.+
/gc,$p=y/.//&<>=~/\d$|/?X:O,"> ",s/^(.
*){$&}\K\./$p/?/$p(.(?1).|$p)$p/s?"$p won.
":"tie.
"x!/\./:"invalid.
"while@+<2