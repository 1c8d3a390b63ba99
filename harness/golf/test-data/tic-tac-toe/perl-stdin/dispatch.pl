use strict;
use warnings;

my @cells = ('.') x 9;
my @turn  = ('X', 'O');
my $field;

# Each state does its work and returns the name of the next one.
my %states = (
    show => sub {
        print @cells[$_, $_ + 1, $_ + 2], "\n" for 0, 3, 6;
        return 'ask';
    },
    ask => sub {
        print "$turn[0]> ";
        $field = <STDIN>;
        return 'stop' if !defined $field;
        chomp $field;
        return $field =~ /^[0-8]$/ && $cells[$field] eq '.' ? 'mark' : 'refuse';
    },
    refuse => sub {
        print "invalid.\n";
        return 'ask';
    },
    mark => sub {
        $cells[$field] = $turn[0];
        my @wins = grep {
            my $line = $_;
            !grep { $cells[$_] ne $turn[0] } split //, $line;
        } '012', '345', '678', '036', '147', '258', '048', '246';
        return 'win' if @wins;
        return 'tie' if !grep { /\./ } @cells;
        @turn = reverse @turn;
        return 'show';
    },
    win => sub { print "$turn[0] won.\n"; return 'stop' },
    tie => sub { print "tie.\n"; return 'stop' },
);

my $state = 'show';
$state = $states{$state}->() while $state ne 'stop';
