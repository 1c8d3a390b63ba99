# Three fields are a line if their numbers in a magic square sum up to 15.
use strict;
my @magic = (2, 7, 6, 9, 5, 1, 4, 3, 8);
my %owner;
my %numbers = (X => [], O => []);

sub draw {
    my $text = '';
    foreach my $i (0 .. 8) {
        $text .= exists $owner{$i} ? $owner{$i} : '.';
        $text .= "\n" if ($i + 1) % 3 == 0;
    }
    return $text;
}

sub completes {
    my ($new, @own) = @_;
    for my $i (0 .. $#own) {
        for my $j ($i + 1 .. $#own) {
            return 1 if $own[$i] + $own[$j] + $new == 15;
        }
    }
    return 0;
}

TURN: for my $turn (1 .. 9) {
    my $player = $turn % 2 ? 'X' : 'O';
    print draw(), "$player> ";
    while (@ARGV) {
        my $move = shift @ARGV;
        if (length($move) == 1 && $move =~ /[0-8]/ && !$owner{$move}) {
            $owner{$move} = $player;
            my @before = @{ $numbers{$player} };
            push @{ $numbers{$player} }, $magic[$move];
            if (completes($magic[$move], @before)) {
                print "$player won.\n";
                exit;
            }
            next TURN;
        }
        print "invalid.\n$player> ";
    }
    exit;
}
print "tie.\n";
