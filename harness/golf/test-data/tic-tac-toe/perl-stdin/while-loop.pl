#!/usr/bin/env perl
# Plays one game of tic-tac-toe on standard input.
use strict;
use warnings;

my @field = map { '.' } 0 .. 8;
my $count = 0;

print_board();
print current(), "> ";
while (my $line = <STDIN>) {
    chomp $line;
    if (not valid($line)) {
        print "invalid.\n", current(), "> ";
        next;
    }
    $field[$line] = current();
    if (three_in_a_row()) {
        print current(), " won.\n";
        exit 0;
    }
    $count++;
    if ($count == 9) {
        print "tie.\n";
        exit 0;
    }
    print_board();
    print current(), "> ";
}
print "\n";

sub current { return $count % 2 == 0 ? "X" : "O" }

sub valid {
    my $text = shift;
    return 0 unless $text =~ /^[012345678]$/;
    return $field[$text] eq '.';
}

sub print_board {
    print "$field[0]$field[1]$field[2]\n";
    print "$field[3]$field[4]$field[5]\n";
    print "$field[6]$field[7]$field[8]\n";
}

sub same {
    my ($a, $b, $c) = @_;
    return $field[$a] ne '.' && $field[$a] eq $field[$b] && $field[$b] eq $field[$c];
}

sub three_in_a_row {
    for my $i (0, 1, 2) {
        return 1 if same(3 * $i, 3 * $i + 1, 3 * $i + 2) or same($i, $i + 3, $i + 6);
    }
    return same(0, 4, 8) || same(2, 4, 6);
}
