use strict;
use warnings;

# A game is a closure: it takes a line, and returns what to print and whether it is over.
sub new_game {
    my @cells   = split //, '.........';
    my @players = qw(X O);
    my @lines   = map { [ split // ] } qw(012 345 678 036 147 258 048 246);

    my $picture = sub {
        my $text = join '', @cells;
        $text =~ s/(...)/$1\n/g;
        return "$text$players[0]> ";
    };

    my $play = sub {
        my $input = shift;
        return ("invalid.\n$players[0]> ", 0) if $input !~ /^\d$/ or $input == 9 or $cells[$input] ne '.';
        $cells[$input] = $players[0];
        foreach my $line (@lines) {
            my ($a, $b, $c) = @cells[@$line];
            return ("$players[0] won.\n", 1) if $a eq $players[0] && $a eq $b && $b eq $c;
        }
        return ("tie.\n", 1) if join('', @cells) !~ /\./;
        @players = reverse @players;
        return ($picture->(), 0);
    };

    return ($picture, $play);
}

my ($picture, $play) = new_game();
print $picture->();
while (my ($answer) = splice @ARGV, 0, 1) {
    my ($text, $is_over) = $play->($answer);
    print $text;
    last if $is_over;
}
