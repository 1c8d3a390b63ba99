$_="...

"x3;print$i=<>=~/\d$|/&s/^(.
*){$&}\K\./$p/?/$p(.(?1).|$p)$p/s?"$p won.
":"tie.
"x!/\./:"invalid.
"while@+<2&&print$i?():/.+
/g,$p=y/.//&++$|?X:O,"> "