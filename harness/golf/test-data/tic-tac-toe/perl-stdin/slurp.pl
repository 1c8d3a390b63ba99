# All answers are read first; then the game is played through and its output printed at once.
use strict;
use warnings;

chomp(my @answers = <STDIN>);
my $board  = "...\n...\n...\n";
my $output = '';
my $result = '';

GAME:
for my $number (1 .. 9) {
    my $mark = $number & 1 ? 'X' : 'O';
    $output .= $board;
    while (1) {
        $output .= "$mark> ";
        last GAME unless @answers;
        my $answer = shift @answers;
        if ($answer =~ /^[0-8]$/) {
            # Behind each row of three there is a newline.
            my $place = $answer + int($answer / 3);
            if (substr($board, $place, 1) eq '.') {
                substr($board, $place, 1, $mark);
                last;
            }
        }
        $output .= "invalid.\n";
    }
    # The distances between the characters of a line: a row, two diagonals, a column.
    for my $gap (0, 2, 3, 4) {
        if ($board =~ /$mark.{$gap}$mark.{$gap}$mark/s) {
            $result = "$mark won.\n";
            last GAME;
        }
    }
    $result = "tie.\n" if $number == 9;
}
print $output, $result;
