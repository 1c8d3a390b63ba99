print "...\n...\n...\nX> "; <STDIN>;
