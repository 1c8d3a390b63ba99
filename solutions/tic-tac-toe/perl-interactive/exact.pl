$_="...

"x3;{print$i?():/.+
/g,$p=y/.//&++$|?X:O,"> ";<>=~/^\d$/;($i=!s/^(.
*){$&}\K\./$p/)&&print"invalid.
";print/$p(.(?1).|$p)$p/s?"$p won.
":/\./?redo:"tie.
"}