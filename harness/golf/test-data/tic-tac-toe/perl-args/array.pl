#!/usr/bin/perl
# Tic-tac-toe with the board in an array of nine cells.
use strict;
use warnings;

my @board = ('.') x 9;
my @lines = (
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
);
my $player = 'X';
my $moves  = 0;

sub show_board {
    for my $row (0 .. 2) {
        print @board[$row * 3 .. $row * 3 + 2], "\n";
    }
}

sub has_won {
    for my $line (@lines) {
        my $marks = grep { $board[$_] eq $player } @$line;
        return 1 if $marks == 3;
    }
    return 0;
}

show_board();
print "$player> ";
foreach my $answer (@ARGV) {
    if ($answer !~ /^[0-8]\z/ || $board[$answer] ne '.') {
        print "invalid.\n$player> ";
        next;
    }
    $board[$answer] = $player;
    $moves++;
    if (has_won()) {
        print "$player won.\n";
        exit;
    }
    if ($moves == 9) {
        print "tie.\n";
        exit;
    }
    $player = $player eq 'X' ? 'O' : 'X';
    show_board();
    print "$player> ";
}
