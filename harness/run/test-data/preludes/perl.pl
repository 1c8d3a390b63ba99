$| = 1;
sub say { print @_ }
sub complain { print STDERR @_ }
sub crash { die }
sub spin { 1 while 1 }
sub fill { my ($text, $count) = @_; print $text x $count }
sub flood { print $_[0] x 9999 while 1 }
sub ask { my $line = <STDIN>; chomp $line; $line }
my ($a, $b);
sub a(): lvalue { $a }
sub b(): lvalue { $b }
