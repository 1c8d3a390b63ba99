$_="...

"x3;print/.+
/g,$p=y/.//&1?X:O,"> ","invalid.
"x!s/^(.
*){@{[shift=~m|^\d$|g]}}\K\./$p/,/$p(.(?1).|$p)$p/s?"$p won.":"tie."x!/\./ while@+<2&&@ARGV