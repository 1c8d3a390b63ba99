$_="...

"x3;print<>=~/\d$|/&s/^(.
*){$&}\K\./$p/?/$p(.(?1).|$p)$p/s?"$p won.
":"tie.
"x!/\./:"invalid.
"while@+<2&&print/.+
/gc,$p=y/.//&++$|?X:O,"> "