package Board;
use strict;
use warnings;

sub new {
    my $class = shift;
    my $self = { cells => [ ('.') x 9 ] };
    return bless $self, $class;
}

sub is_free {
    my ($self, $field) = @_;
    return $field =~ /^[0-8]$/ && $self->{cells}[$field] eq '.';
}

sub mark {
    my ($self, $field, $player) = @_;
    $self->{cells}[$field] = $player;
}

sub is_full {
    my $self = shift;
    return !grep { $_ eq '.' } @{ $self->{cells} };
}

sub is_won {
    my ($self, $player) = @_;
    for my $line (qw(012 345 678 036 147 258 048 246)) {
        my $marks = join '', map { $self->{cells}[$_] } split //, $line;
        return 1 if $marks eq $player x 3;
    }
    return 0;
}

sub as_text {
    my @cells = @{ $_[0]{cells} };
    return join '', map { (join '', splice @cells, 0, 3) . "\n" } 1 .. 3;
}

package main;

my $board  = Board->new;
my $player = 'X';
print $board->as_text, "$player> ";
for my $answer (@ARGV) {
    if (!$board->is_free($answer)) {
        print "invalid.\n$player> ";
        next;
    }
    $board->mark($answer, $player);
    if ($board->is_won($player)) { print "$player won.\n"; last }
    if ($board->is_full)         { print "tie.\n";         last }
    $player = $player eq 'X' ? 'O' : 'X';
    print $board->as_text, "$player> ";
}
