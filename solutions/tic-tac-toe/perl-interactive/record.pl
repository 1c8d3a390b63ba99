$_="...

"x3;{print/.+
/g,$p=y/.//&++$|?X:O,"> ";<>=~$/;s/^(.
*){@{[$`=~m|^\d$|g]}}\K\./$p/||print"invalid.
";print/$p(.(?1).|$p)$p/s?"$p won.":/\./?redo:"tie."}