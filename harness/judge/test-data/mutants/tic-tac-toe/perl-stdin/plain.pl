use strict;
use warnings;

my @lines = qw(012 345 678 036 147 258 048 246);
my @fields = ('.') x 9;
my $player = 'X';

sub show_board {
    for my $row (0, 3, 6) {
        print @fields[$row .. $row + 2], "\n";
    }
}

sub read_move {
    while (1) {
        print "$player> ";
        my $answer = <STDIN>;
        if (!defined $answer) {
            print "\n";
            exit;
        }
        chomp $answer;
        if ($answer =~ /^[0-8]$/ && $fields[$answer] eq '.') {
            return $answer;
        }
        print "invalid.\n";
    }
}

sub has_won {
    for my $line (@lines) {
        my $marks = grep { $fields[$_] eq $player } split //, $line;
        if ($marks == 3) {
            return 1;
        }
    }
    return 0;
}

for my $turn (1 .. 9) {
    show_board();
    $fields[read_move()] = $player;
    if (has_won()) {
        print "$player won.\n";
        exit;
    }
    $player = $player eq 'X' ? 'O' : 'X';
}
print "tie.\n";
