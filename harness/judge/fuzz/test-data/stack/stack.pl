# The fault is the argument, 1 to 7; 0: none.
$| = 1; my $f = shift; my (@s, @h); print "> ";
sub said { print "$_[0]\n> " }
while (<STDIN>) { chomp; my $l = $_; push @h, $l; my $n = @s;
  if ($l eq "quit") { print "bye\n"; exit }
  if ($l =~ /^[0-9]\z/) { if ($n == 8 + ($f == 1)) { said("full"); next } push @s, $l }
  elsif ($l eq "clear") { @s = ($f == 6 && $n == 8) ? ($s[0]) : () }
  elsif ($l eq "pop") { unless ($n) { said("empty"); next } pop @s;
    pop @s if $f == 2 && @h > 4 && "@h[-5..-1]" eq "pop pop pop pop pop" }
  elsif ($l eq "dup") { unless ($n) { said("empty"); next } if ($n == 8) { said("full"); next }
    push @s, $f == 3 && $n == 7 ? $s[0] : $s[-1] }
  elsif ($l eq "add") { if ($n < 2) { said("too few"); next }
    my $r = (pop(@s) + pop(@s)) % 1000; $r = 46 if $f == 5 && $r == 64; push @s, $f == 7 && $r >= 500 ? -$r : $r }
  elsif ($l eq "swap") { if ($n < 2) { said("too few"); next } @s[-1, -2] = @s[-2, -1] unless $f == 4 && $n == 6 }
  else { said("no such word"); next }
  said(join " ", "stack:", @s) }
print "\n";
