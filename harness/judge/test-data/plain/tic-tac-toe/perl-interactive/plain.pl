use strict;
use warnings;

$| = 1;
my @lines = ([0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]);
my $fields = '.' x 9;
my $player = 'X';

sub prompt {
    print "$player> ";
}

sub show_turn {
    print "$_\n" for $fields =~ /.../g;
    prompt();
}

sub has_won {
    for my $line (@lines) {
        my $marks = join '', map { substr $fields, $_, 1 } @$line;
        return 1 if $marks eq $player x 3;
    }
    return 0;
}

show_turn();
while (my $answer = <STDIN>) {
    chomp $answer;
    if ($answer !~ /^[0-8]$/ || substr($fields, $answer, 1) ne '.') {
        print "invalid.\n";
        prompt();
        next;
    }
    substr($fields, $answer, 1) = $player;
    if (has_won()) {
        print "$player won.\n";
        exit;
    }
    if ($fields !~ /\./) {
        print "tie.\n";
        exit;
    }
    $player = $player eq 'X' ? 'O' : 'X';
    show_turn();
}
print "\n";
