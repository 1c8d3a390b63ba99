$_="...

"x3;print/.+
/g,$p=y/.//&<>=~/^\d$|/?X:O,"> ","invalid.
"x!s/^(.
*){$&}\K\./$p/,/$p(.(?1).|$p)$p/s?"$p won.":"tie."x!/\./ while@+<2