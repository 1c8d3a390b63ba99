use strict;
use warnings;
use List::Util qw(all any none);

my @c = ('.') x 9;
my @lines = ([0,1,2], [3,4,5], [6,7,8], [0,3,6], [1,4,7], [2,5,8], [0,4,8], [2,4,6]);

sub turn_text {
    my $player = shift;
    chomp(my $text = <<"END");
$c[0]$c[1]$c[2]
$c[3]$c[4]$c[5]
$c[6]$c[7]$c[8]
$player>
END
    return "$text ";
}

my $player = 'X';
print turn_text($player);
while (<STDIN>) {
    chomp;
    unless (/\A[0-8]\z/ and $c[$_] eq '.') {
        print "invalid.\n$player> ";
        next;
    }
    $c[$_] = $player;
    if (any { all { $c[$_] eq $player } @$_ } @lines) {
        print "$player won.\n";
        last;
    }
    if (none { $_ eq '.' } @c) {
        print "tie.\n";
        last;
    }
    $player = { X => 'O', O => 'X' }->{$player};
    print turn_text($player);
}
