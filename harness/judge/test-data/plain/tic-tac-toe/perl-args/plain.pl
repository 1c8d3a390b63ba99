use strict;
use warnings;

my @lines = qw(012 345 678 036 147 258 048 246);
my @fields = ('.') x 9;

sub read_move {
    my ($player) = @_;
    while (1) {
        print "$player> ";
        my $answer = shift @ARGV;
        if (!defined $answer) {
            print "\n";
            exit;
        }
        return $answer if $answer =~ /^[0-8]$/ && $fields[$answer] eq '.';
        print "invalid.\n";
    }
}

sub has_won {
    my ($player) = @_;
    return grep { join('', @fields[split //]) eq $player x 3 } @lines;
}

for my $player (split //, 'XOXOXOXOX') {
    print @fields[0 .. 2], "\n", @fields[3 .. 5], "\n", @fields[6 .. 8], "\n";
    $fields[read_move($player)] = $player;
    if (has_won($player)) {
        print "$player won.\n";
        exit;
    }
}
print "tie.\n";
