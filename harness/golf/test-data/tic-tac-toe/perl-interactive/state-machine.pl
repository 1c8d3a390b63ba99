use strict;
use warnings;
$|++;

my ($board, $player, $state) = ('.........', 'X', 'turn');

# A loop around one variable that says what to do next.
until ($state eq 'end') {
    if ($state eq 'turn') {
        my $rows = $board;
        $rows =~ s/(.{3})/$1\n/g;
        print $rows;
        $state = 'read';
    }
    elsif ($state eq 'read') {
        print "$player> ";
        my $line = <STDIN>;
        if (!defined $line) { $state = 'end'; next }
        chomp $line;
        if (length $line == 1 && index('012345678', $line) != -1 && substr($board, $line, 1) eq '.') {
            substr($board, $line, 1) = $player;
            $state = 'check';
        }
        else {
            print "invalid.\n";
        }
    }
    else {
        my $own = join '', map { substr($board, $_, 1) eq $player ? 1 : 0 } split //, '012 345 678 036 147 258 048 246' =~ s/ //gr;
        if ($own =~ /^(?:...)*111/) {
            print "$player won.\n";
            $state = 'end';
        }
        elsif ($board !~ /[.]/) {
            print "tie.\n";
            $state = 'end';
        }
        else {
            $player = $player eq 'X' ? 'O' : 'X';
            $state = 'turn';
        }
    }
}
