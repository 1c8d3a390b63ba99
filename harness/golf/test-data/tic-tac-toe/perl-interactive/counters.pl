use strict;
use warnings;
STDOUT->autoflush(1);

# Marks are counted for each row, each column and both diagonals.
my (@rows, @columns, @diagonals, @board);
my %value = (X => 1, O => -1);

sub count_mark {
    my ($field, $by) = @_;
    my ($row, $column) = (int $field / 3, $field % 3);
    $rows[$row]       += $by;
    $columns[$column] += $by;
    $diagonals[0]     += $by if $row == $column;
    $diagonals[1]     += $by if $row + $column == 2;
    return grep { defined && abs == 3 } @rows, @columns, @diagonals;
}

my $player = 'X';
my $marks = 0;
while ($marks < 9) {
    for my $i (0 .. 8) {
        print $board[$i] || '.', $i % 3 < 2 ? '' : "\n";
    }
    my $input;
    while (1) {
        print "$player> ";
        defined($input = <STDIN>) or exit;
        chomp $input;
        last if $input =~ /^[0-8]$/ && !$board[$input];
        print "invalid.\n";
    }
    $board[$input] = $player;
    $marks += 1;
    if (count_mark($input, $value{$player})) {
        print "$player won.\n";
        exit;
    }
    $player = $player eq 'X' ? 'O' : 'X';
}
print "tie.\n";
