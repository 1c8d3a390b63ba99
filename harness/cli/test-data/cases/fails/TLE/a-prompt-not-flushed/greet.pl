print "name? "; $_ = <STDIN>; print "Hello, $_";
