# Plays sessions of a Perl entry in one process, as messages.ts says. The entry is compiled anew for each session, so that no
# `my`, `state`, constant or regular expression of it is left; its package variables are deleted. Its standard streams are files
# or, line by line, a layer that is asked when Perl's own buffer is empty: how they are buffered and read is Perl's affair.

# No lexical variable may stand above this, and no pragma: the entry would see them.
sub ninehole::evaluate { eval $ninehole::code }

package ninehole;
use strict;
use warnings;
use Opcode qw(opset invert_opset opmask_add);
use PerlIO::via;
use Time::HiRes;

# A greater file raises a signal, so that output has an end.
exec '/bin/sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh', $^X, $0, 'limited' unless @ARGV;
@ARGV = ();

# What an entry may use: what computes, and reads and writes its own streams. Perl compiles nothing else, also later on.
my @allowed = (
    qw(:base_core :base_mem :base_loop :base_math !srand gvsv gv gelem padsv padav padhv padany rv2gv refgen srefgen ref bless),
    qw(regcmaybe regcreset regcomp subst substcont sprintf once custom padcv introcv clonecv padrange select prtf),
    qw(entergiven leavegiven enterwhen leavewhen break continue smartmatch refassign lvref lvrefslice lvavref localtime gmtime),
    qw(entertry leavetry readline rcatline getc read syswrite print say eof lock time require pack unpack sort hintseval entereval),
);
my %pure = map { $_ => 1 } qw(strict warnings utf8 integer bytes feature constant vars List::Util Scalar::Util IO::Handle);
# Words that stand for something of the whole process, or are done when it ends.
my $words = qr/\b(?:(?:END|INIT|CHECK|UNITCHECK)\s*\{|DATA|DESTROY|AUTOLOAD|SIG|ENV|INC|CORE|UNIVERSAL|main::|ninehole|__WARN__|__DIE__)/;
my $variables = qr/\$(?:[!@]|\^\w|\{\s*(?:\^|[!@]\s*\}))|(?<!\w)::/;

my ($parent, $answers, $stdin, $out, $err, $limit, $errno, %session, @lines, %before, %fixed, @named, @cleared,
    $has_end);
# Ends a session.
my $stopped = \'stopped';

sub send_text {
    for (my $at = 0; $at < length $_[0];) {
        $at += syswrite($answers, $_[0], length($_[0]) - $at, $at) || CORE::exit(0);
    }
}

# Only a real process can show what happens.
sub give_up {
    my ($why) = @_;
    send_text('unsupported 0 0 ' . length($why) . "\n$why");
    CORE::exit(0);
}

# Fixes the end of the session: nothing that the entry does from now on counts.
sub stop {
    my ($end, $status) = @_;
    fix($end, $status);
    die $stopped;
}

sub fix {
    my ($end, $status) = @_;
    return if defined $session{end};
    @session{qw(end status length stderr)} = ($end, $status, written($out), written($err) > 0);
}

# The number of bytes that are in a file.
sub written { sysseek($_[0], 0, 1) + 0 }

sub flush {
    my $selected = select STDOUT;
    my $is_unbuffered = $|;
    $| = 1;
    $| = $is_unbuffered;
    select $selected;
}

# A stream that could not write remembers it.
sub reopen_output {
    close STDOUT;
    open STDOUT, '>&', $out or die;
}

# The layer of STDIN that has the lines of an interactive session.
sub PUSHED { bless [], shift }

sub FILL {
    local $!;
    stop('waiting') if !@lines || defined $session{end};
    push @{ $session{read_at} }, written($out);
    return shift @lines;
}

# Reads the first line of a message, as words.
sub receive_words {
    local $/ = "\n";
    my $line = <$parent>;
    CORE::exit(0) unless defined $line;
    return split ' ', $line;
}

sub receive_bytes {
    read $parent, my $bytes, $_[0];
    return $bytes;
}

sub prepare {
    my ($file, $source) = @_;
    give_up($&) if $source =~ /\A#!.*/ && $& !~ m{\A#!.*perl\s*\z};
    give_up($&) if $source =~ $words || $source =~ $variables || $source =~ /\brequire\b/;
    # Methods of streams, which Perl would load when one is called.
    my $has_methods = $source =~ /\b(?:STDOUT|STDERR|STDIN)\s*->|IO::/;
    give_up("->$1") if $has_methods && $source =~ /->\s*(?!(?:autoflush|flush|print|printf|say|getline)\b)([\$\w]+)/;
    my @modules = grep { $pure{$_} } $source =~ /\b(?:use|no)\s+([\w:]+)/g;
    for my $module (@modules, $has_methods ? ('IO::Handle', 'IO::File') : ()) {
        (my $path = "$module.pm") =~ s{::}{/}g;
        require $path;
    }
    unshift @INC, sub { give_up("use $_[1]") };
    $0 = $file;
    $ninehole::code = qq(#line 1 "$file"\n$source);
    # Outside of what they belong to they end a real program with an error, but not an `eval`: its end must be reached.
    return unless $source =~ /\b(return|last|next|redo)\b/;
    give_up("$1 and __END__") if $source =~ /__END__|^=|[\x04\x1a]/m;
    $ninehole::code .= "\n;\$ninehole::is_at_end = 1;";
    $has_end = 1;
}

# The names of main, as they are before the entry runs.
sub remember {
    eval qq(#line 1 "$_[0]"\n1;);
    # Perl itself makes and holds ARGVOUT when `<>` is used first; `a` and `b` are the entry's.
    tidy();
    delete @main::{ 'a', 'b' };
    %before = map { $_ => 1 } keys %main::;
    %fixed = state_of_process();
}

# What is the same before and after each session, unless the entry changes it for good.
sub state_of_process {
    my %state = (names => "$0 $< $> $( $)", INC => "@INC", (map { ("INC $_", $INC{$_}) } keys %INC));
    $state{"ENV $_"} = $ENV{$_} for keys %ENV;
    $state{"SIG $_"} = $SIG{$_} // '' for keys %SIG;
    no strict 'refs';
    for my $name (grep { /^\w+$/ } keys %before) {
        $state{$name} = join ' ', map { *{"main::$name"}{$_} // '' } qw(ARRAY HASH CODE IO);
    }
    return %state;
}

sub changed {
    my %now = state_of_process();
    for my $name (keys %fixed, keys %now) {
        return $name if ($now{$name} // '') ne ($fixed{$name} // '');
    }
    return undef;
}

sub open_streams {
    open $parent, '<&', \*STDIN or die;
    open $answers, '>&', \*STDOUT or die;
    for ([\$out, \*STDOUT], [\$err, \*STDERR]) {
        my ($file, $stream) = @$_;
        open $$file, '+>', undef or die "no temporary file: $!";
        open $stream, '>&', $$file or die;
    }
    $SIG{XFSZ} = sub {
        give_up('much output') if written($out) <= $limit;
        stop('flooding');
    };
    # Calls that Perl does not compile, also in an `eval` of the entry.
    $SIG{__DIE__} = sub {
        $errno = $! + 0;
        give_up($1) if !ref $_[0] && $_[0] =~ /^('.*') trapped by operation mask/m;
    };
    # Perl warns of a replaced function: `exit -1`.
    $SIG{__WARN__} = sub { print STDERR $_[0] unless $_[0] =~ /^Warning: Use of "(?:exit)?" without parentheses/ };
    no warnings;
    *CORE::GLOBAL::exit = sub (;$) {
        my ($status) = @_;
        flush();
        stop('ended', ($status // 0) & 255);
    };
}

sub open_input {
    my ($way, $given) = @_;
    @ARGV = ();
    close STDIN;
    if ($way eq 'interactive') {
        @lines = $given =~ /.*\n/g;
        open STDIN, '<:via(ninehole)', '/dev/null' or die;
        return;
    }
    # The same file again, at its start.
    if ($way eq 'stdin') {
        sysseek $stdin, 0, 0;
        truncate $stdin, 0;
        syswrite $stdin, $given;
        sysseek $stdin, 0, 0;
        open STDIN, '<&', $stdin or die;
        return;
    }
    open STDIN, '<', '/dev/null' or die;
    @ARGV = split /\n/, $given, -1;
    pop @ARGV;
}

sub play {
    my ($way, $given) = @_;
    %session = (read_at => []);
    open_input($way, $given);
    # `$.` is that of the handle that was read last; there is none yet.
    { open my $gone, '<', '/dev/null'; <$gone>; }
    undef $.;
    $ninehole::is_at_end = !$has_end;
    {
        local ($_, $?, $/, $\, $,, $;, $", $:) = (undef, 0, "\n", undef, undef, "\034", ' ', " \n-");
        local $@;
        ($!, $errno) = (0, 0);
        evaluate();
        if (ref $@ || $@ ne '') {
            $ninehole::is_at_end = 1;
            flush();
            give_up($1) if $@ =~ /^('.*') trapped by operation mask/m;
            fix('ended', $errno & 255 || $? >> 8 & 255 || 255);
            $session{stderr} = 1 unless ref $@ && $@ == $stopped;
        }
    }
    give_up('return, last, next or redo at the top') unless $ninehole::is_at_end;
    flush();
    fix('ended', 0);
    reopen_output() if $session{end} eq 'flooding';
    my $output = '';
    my ($length, $end) = @session{qw(length end)};
    ($length, $end) = ($limit, 'flooding') if $length > $limit;
    if (written($out) > 0) {
        sysseek $out, 0, 0;
        sysread $out, $output, $length if $length > 0;
        truncate $out, 0;
        sysseek $out, 0, 0;
    }
    if (written($err) > 0) {
        truncate $err, 0;
        sysseek $err, 0, 0;
    }
    tidy();
    my @words = ($end, $session{status} // 0, $session{stderr} ? 1 : 0, length $output, @{ $session{read_at} });
    return "@words\n$output";
}

# Takes back what the entry has left behind.
sub tidy {
    @lines = @ARGV = ();
    # At the end of its files, `<>` begins anew.
    $session{end} = undef;
    local $/ = "\n";
    close STDIN;
    open STDIN, '<', '/dev/null' or die;
    1 while defined <ARGV>;
    close ARGV;
    select STDOUT;
    ($|, $-, $=, $%, $~, $^) = (0, 0, 60, 0, 'STDOUT', 'STDOUT_TOP');
    delete @main::{@named};
    name_others() if %before && keys %main:: != keys(%before) + @cleared;
    no strict 'refs';
    for my $name (@cleared) {
        undef @{"main::$name"} if *{"main::$name"}{ARRAY} && $name !~ /^[-+]/;
        undef %{"main::$name"} if *{"main::$name"}{HASH} && $name !~ /^[-+!]/;
    }
}

# Finds names that the entry has made. Perl itself holds those of punctuation: they stay, empty.
sub name_others {
    my %known = map { $_ => 1 } @cleared;
    for my $name (grep { !$before{$_} && !$known{$_} } keys %main::) {
        if ($name =~ /^(?:\d+|[-!"#\$%&'()*+,.\/:;<=>?@\[\\\]^`|~])$/) { push @cleared, $name }
        elsif ($name =~ /^[^\W\d]\w*(?:::)?$|^<none>::$/) { push @named, $name }
        else { give_up("a variable \$$name") }
    }
    delete @main::{@named};
}

open_streams();
my ($way, undef, @lengths) = receive_words();
my ($file, $source) = map { receive_bytes($_) } @lengths;
if ($way eq 'stdin') { open $stdin, '+>', undef or die "no temporary file: $!" }
prepare($file, $source);
remember($file);
push @allowed, 'sysread' if $way ne 'interactive';
opmask_add(invert_opset(opset(@allowed)));
send_text("ready\n");
while (1) {
    ($limit, @lengths) = receive_words();
    my @inputs = map { receive_bytes($_) } @lengths;
    my ($reports, $since) = ('', Time::HiRes::time());
    while (@inputs) {
        $reports .= play($way, shift @inputs);
        # Changes are looked for once for all sessions that were sent together: few at first.
        my $change = @inputs ? undef : changed();
        give_up("it changes $change") if defined $change;
        next if @inputs && Time::HiRes::time() - $since < 0.02;
        send_text($reports);
        ($reports, $since) = ('', Time::HiRes::time());
    }
}
