use strict;
use warnings;

# For each field, the pairs of fields that make a line with it.
my @pairs = (
    '12 36 48', '02 47',    '01 58 46',
    '06 45',    '08 17 26 35', '28 34',
    '03 24 78', '14 68',    '04 25 67',
);
my $board = '.' x 9;

sub at { return substr $board, $_[0], 1 }

sub is_won_by {
    my ($player, $field) = @_;
    for my $pair (split ' ', $pairs[$field]) {
        my ($one, $two) = $pair =~ /(.)(.)/;
        return 1 if at($one) eq $player and at($two) eq $player;
    }
    return;
}

my $turns = 0;
do {
    my $player = qw(X O)[$turns % 2];
    print substr($board, 3 * $_, 3) . "\n" foreach 0 .. 2;
    my $answer = '';
    {
        print "$player> ";
        $answer = <>;
        exit if !defined $answer;
        $answer =~ s/\n//;
        if ($answer !~ /^[0-8]$/ or at($answer) ne '.') {
            print "invalid.\n";
            redo;
        }
    }
    substr $board, $answer, 1, $player;
    if (is_won_by($player, $answer)) {
        print "$player won.\n";
        exit;
    }
} while ++$turns < 9;
print "tie.\n";
