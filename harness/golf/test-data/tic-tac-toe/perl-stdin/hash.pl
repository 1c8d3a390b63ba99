use strict;
use warnings;

# Free fields are keys of one hash, taken ones of another.
my %free  = map { $_ => 1 } 0 .. 8;
my %taken = ();
my @wins  = qw/012 345 678 036 147 258 048 246/;
my $player = 'X';

sub board {
    my @cells = map { $taken{$_} // '.' } 0 .. 8;
    return join("\n", map { join '', @cells[3 * $_ .. 3 * $_ + 2] } 0 .. 2) . "\n";
}

print board(), $player, '> ';
while (defined(my $move = readline STDIN)) {
    $move =~ s/\s+$//;
    if (delete $free{$move}) {
        $taken{$move} = $player;
        my $own = join '', grep { $taken{$_} eq $player } sort keys %taken;
        for my $win (@wins) {
            my ($first, $second, $third) = split '', $win;
            if ($own =~ /$first.*$second.*$third/) {
                print "$player won.\n";
                exit;
            }
        }
        if (!%free) {
            print "tie.\n";
            exit;
        }
        $player =~ tr/XO/OX/;
        print board();
    } else {
        print "invalid.\n";
    }
    print $player, '> ';
}
