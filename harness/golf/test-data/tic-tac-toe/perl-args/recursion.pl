use strict;
use warnings;

# Every turn is a call of a function, which takes the board and who plays.
sub rows {
    my @board = @_;
    return join("\n", join('', @board[0 .. 2]), join('', @board[3 .. 5]), join('', @board[6 .. 8])) . "\n";
}

sub ask {
    my ($player, $board, $answer, @rest) = @_;
    print "$player> ";
    exit if !defined $answer;
    if ($answer =~ /^[0-8]$/ && $board->[$answer] eq '.') {
        return ($answer, @rest);
    }
    print "invalid.\n";
    return ask($player, $board, @rest);
}

sub turn {
    my ($player, $next, $board, @answers) = @_;
    return "tie." unless grep { $_ eq '.' } @$board;
    print rows(@$board);
    my ($field, @rest) = ask($player, $board, @answers);
    my @after = @$board;
    $after[$field] = $player;
    my $all = join '', @after;
    my $p = $player;
    return "$player won." if $all =~ /^(...)*$p$p$p|$p..$p..$p|$p...$p...$p|^..$p.$p.$p/;
    return turn($next, $player, \@after, @rest);
}

print turn('X', 'O', [ split //, '.' x 9 ], @ARGV), "\n";
