# The board is one string; a win is found by regular expressions.
use strict;
use warnings;

my $board  = '.........';
my $player = 'X';
my $other  = 'O';

while (index($board, '.') >= 0) {
    print join("\n", $board =~ /.../g), "\n";

    my $field;
    until (defined $field) {
        print "$player> ";
        my $input = shift @ARGV;
        exit unless defined $input;
        if ($input =~ /^([0-8])$/ && substr($board, $1, 1) eq '.') {
            $field = $1;
        } else {
            print "invalid.\n";
        }
    }

    substr($board, $field, 1) = $player;

    my $row      = $board =~ /^(?:...)*$player{3}/;
    my $column   = $board =~ /$player..$player..$player/;
    my $falling  = $board =~ /^$player...$player...$player$/;
    my $rising   = $board =~ /^..$player.$player.$player..$/;
    if ($row || $column || $falling || $rising) {
        print "$player won.\n";
        exit;
    }
    ($player, $other) = ($other, $player);
}
print "tie.\n";
