use strict;
use warnings;

$| = 1;    # the prompt must not wait for a newline

my @cells  = ('.') x 9;
my $player = 'X';

sub prompt {
    my $who = shift;
    print "$who> ";
    my $reply = <STDIN>;
    exit 1 unless defined $reply;
    chomp $reply;
    return $reply;
}

sub get_move {
    while (1) {
        my $reply = prompt($player);
        return $reply if $reply =~ /^[0-8]$/ && $cells[$reply] eq '.';
        print "invalid.\n";
    }
}

sub winner {
    for ([0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]) {
        my ($a, $b, $c) = map { $cells[$_] } @$_;
        return $a if $a ne '.' and $a eq $b and $a eq $c;
    }
    return undef;
}

for (1 .. 9) {
    print @cells[0 .. 2], "\n", @cells[3 .. 5], "\n", @cells[6 .. 8], "\n";
    my $move = get_move();
    $cells[$move] = $player;
    if (defined winner()) {
        print winner(), " won.\n";
        exit 0;
    }
    $player = ($player eq 'X') ? 'O' : 'X';
}
print "tie.\n";
