use strict;
use warnings;

# Each player has a number; bit n is set if field n is theirs.
my @masks = (0b000000111, 0b000111000, 0b111000000,
             0b001001001, 0b010010010, 0b100100100,
             0b100010001, 0b001010100);
my @bits  = (0, 0);
my @names = ('X', 'O');
my $turn  = 0;

sub cell {
    my ($field) = @_;
    my $bit = 1 << $field;
    return $bits[0] & $bit ? 'X' : $bits[1] & $bit ? 'O' : '.';
}

sub show {
    for my $field (0 .. 8) {
        print cell($field);
        print "\n" if $field % 3 == 2;
    }
}

show();
print $names[$turn], '> ';
while (defined(my $answer = shift)) {
    my $is_free = $answer =~ /\A[0-8]\z/ && !(($bits[0] | $bits[1]) >> $answer & 1);
    unless ($is_free) {
        print "invalid.\n", $names[$turn], '> ';
        next;
    }
    $bits[$turn] |= 1 << $answer;
    if (grep { ($bits[$turn] & $_) == $_ } @masks) {
        print $names[$turn], " won.\n";
        last;
    }
    if (($bits[0] | $bits[1]) == 511) {
        print "tie.\n";
        last;
    }
    $turn = 1 - $turn;
    show();
    print $names[$turn], '> ';
}
