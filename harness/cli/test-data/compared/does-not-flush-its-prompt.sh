exec perl -e 'print "name? "; $_ = <STDIN>; chomp; print "Hello, $_!\n"'
