#!/usr/bin/perl
use strict;
use warnings;
local $| = 1;

# The board holds the digits of its free fields; they are shown as dots.
my $board = "012\n345\n678\n";
my @order = split //, 'XOXOXOXOX';

for my $player (@order) {
    (my $shown = $board) =~ tr/0-8/./;
    print $shown, $player, '> ';
    while (1) {
        my $digit = <STDIN>;
        exit unless defined $digit;
        chomp $digit;
        last if $digit =~ /^[0-8]$/ && $board =~ s/$digit/$player/;
        print "invalid.\n", $player, '> ';
    }
    (my $flat = $board) =~ s/\n//g;
    my $turned = join '', map { substr $flat, $_, 1 } 0, 3, 6, 1, 4, 7, 2, 5, 8;
    my $crossed = join '', map { substr $flat, $_, 1 } 0, 4, 8, 2, 4, 6;
    foreach my $text ($flat, $turned, $crossed) {
        if ($text =~ /^(?:...)*?$player$player$player/) {
            print "$player won.\n";
            exit;
        }
    }
}
print "tie.\n";
