# The board has rows and columns.
use strict;
use warnings;

my @board = map { [ ('.') x 3 ] } 1 .. 3;
my ($player, $waiting) = qw(X O);

sub print_board {
    foreach my $row (@board) {
        print join('', @{$row}), "\n";
    }
}

sub won {
    my $mark = shift;
    my @lines = map { my $i = $_; [ map { $board[$i][$_] } 0 .. 2 ], [ map { $board[$_][$i] } 0 .. 2 ] } 0 .. 2;
    push @lines, [ map { $board[$_][$_] } 0 .. 2 ], [ map { $board[$_][2 - $_] } 0 .. 2 ];
    return scalar grep { join('', @$_) eq $mark x 3 } @lines;
}

my $left = 9;
while ($left > 0) {
    print_board();
    my ($row, $column);
    while (1) {
        print $player . "> ";
        my $input = <STDIN>;
        exit(0) if not defined $input;
        chomp($input);
        if ($input =~ m/^[0-8]$/) {
            $row    = int($input / 3);
            $column = $input % 3;
            last if $board[$row][$column] eq '.';
        }
        print "invalid.\n";
    }
    $board[$row][$column] = $player;
    if (won($player)) {
        print "$player won.\n";
        exit(0);
    }
    $left = $left - 1;
    ($player, $waiting) = ($waiting, $player);
}
print "tie.\n";
