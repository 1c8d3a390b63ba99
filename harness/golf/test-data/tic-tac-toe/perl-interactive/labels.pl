use warnings;
use strict;

select STDOUT;
$| = 1;

my @board = (['.', '.', '.'], ['.', '.', '.'], ['.', '.', '.']);
my @players = ('X', 'O');
my $turn = 0;

TURN: while (1) {
    my $player = $players[$turn % 2];
    print @$_, "\n" for @board;

    MOVE: while (1) {
        print "$player> ";
        my $text = <STDIN>;
        last TURN if !defined $text;
        $text =~ s/\R\z//;
        my $is_digit = $text =~ /^[0-9]$/;
        if ($is_digit && $text < 9) {
            my $cell = \$board[$text / 3][$text % 3];
            if ($$cell eq '.') {
                $$cell = $player;
                last MOVE;
            }
        }
        print "invalid.\n";
        next MOVE;
    }

    my @all = map { @$_ } @board;
    for my $line ([0, 1], [3, 1], [6, 1], [0, 3], [1, 3], [2, 3], [0, 4], [2, 2]) {
        my ($start, $step) = @$line;
        next unless $all[$start] eq $player;
        next unless $all[$start + $step] eq $player;
        next unless $all[$start + 2 * $step] eq $player;
        print "$player won.\n";
        last TURN;
    }
    if (++$turn == 9) {
        print "tie.\n";
        last TURN;
    }
}
