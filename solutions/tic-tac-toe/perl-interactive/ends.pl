$_="...

"x3;{print/.+
/g,$p=y/.//&++$|?X:O,"> ";1/<>=~/^\d$|
/;s/^(.
*){$&}\K\./$p/||print"invalid.
";print/$p(.(?1).|$p)$p/s?"$p won.":/\./?redo:"tie."}