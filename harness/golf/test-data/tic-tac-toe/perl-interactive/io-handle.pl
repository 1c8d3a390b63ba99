use strict;
use warnings;
use IO::Handle;

my $in  = IO::Handle->new_from_fd(fileno(STDIN), 'r');
my $out = IO::Handle->new_from_fd(fileno(STDOUT), 'w');
$out->autoflush(1);

my %marks  = (X => '', O => '');
my $player = 'X';

sub symbol_at {
    my $field = shift;
    for my $name (sort keys %marks) {
        return $name if index($marks{$name}, $field) >= 0;
    }
    return '.';
}

sub show {
    $out->print(join('', map { symbol_at($_) } @$_), "\n") for [0, 1, 2], [3, 4, 5], [6, 7, 8];
    $out->print("$player> ");
}

sub has_line {
    my $own = shift;
    return grep { my $line = $_; 3 == grep { index($own, $_) >= 0 } split //, $line }
        qw(012 345 678 036 147 258 048 246);
}

show();
while (defined(my $line = $in->getline)) {
    chomp $line;
    if ($line !~ /^[0-8]$/ || symbol_at($line) ne '.') {
        $out->print("invalid.\n$player> ");
        next;
    }
    $marks{$player} .= $line;
    if (has_line($marks{$player})) {
        $out->print("$player won.\n");
        exit;
    }
    if (length($marks{X} . $marks{O}) == 9) {
        $out->print("tie.\n");
        exit;
    }
    $player = $player eq 'X' ? 'O' : 'X';
    show();
}
