# Plays sessions of a Perl entry in one process, as messages.ts says. An entry in which something outlives a session, such as
# `my` or `state`, is compiled anew for each; package variables are emptied or deleted. Its standard streams are files
# or, line by line, a layer that is asked when Perl's own buffer is empty: how they are buffered and read is Perl's affair.

# No lexical variable may stand above this, and no pragma: the entry would see them.
# The entry sees an empty @_, as at the top of a program.
sub ninehole::evaluate { $ninehole::text = shift; eval $ninehole::text }
# A program shifts @ARGV where a function shifts @_.
sub ninehole::call { local *_ = \@ARGV; eval { &$ninehole::program } }

package ninehole;
use strict;
use warnings;

# Limits the size of output files: a larger one raises SIGXFSZ.
exec '/bin/sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh', $^X, $0, 'limited' unless @ARGV;
@ARGV = ();

# Operations that an entry may use: they compute, or read and write its own streams. Perl compiles no others, also later on.
my @allowed = (
    qw(:base_core :base_mem :base_loop :base_math !srand gvsv gv gelem padsv padav padhv padany rv2gv refgen srefgen ref bless),
    qw(regcmaybe regcreset regcomp subst substcont sprintf once custom padcv introcv clonecv padrange select prtf),
    qw(entergiven leavegiven enterwhen leavewhen break continue smartmatch refassign lvref lvrefslice lvavref localtime gmtime),
    qw(entertry leavetry readline rcatline getc read syswrite print say eof lock time require pack unpack sort hintseval entereval),
);
my %pure = map { $_ => 1 } qw(strict warnings utf8 integer bytes feature constant subs vars List::Util Scalar::Util IO::Handle);
# Words that show something of the whole process, or act when it ends.
my $words = qr/\b(?:(?:END|INIT|CHECK|UNITCHECK)\s*\{|DATA|DESTROY|AUTOLOAD|SIG|ENV|INC|CORE|UNIVERSAL|main::|ninehole|__WARN__|__DIE__)/;
my $variables = qr/\$(?:[!@]|\^\w|\{\s*(?:\^|[!@\$]\s*\})|\$(?![\w\$\{]))|(?<!\w)::/;

# Matches what acts or is defined while an entry is compiled, other packages, code in regular expressions, @_, and another @ARGV.
my $defining = qr/_|\blocal\b|\*ARGV|\b(?:sub|use|no|BEGIN|package|format)\b|::|[\$\@%&*]\w+'|\(\?\??\{|<<|^=|[\x04\x1a]/m;

# Methods of streams, which Perl would load when one is called.
my $methods = qr/\b(?:STDOUT|STDERR|STDIN)\s*->|IO::/;

my ($way, $file, $parent, $answers, $stdin, $out, $err, $limit, $errno, %session, @lines, %before, %fixed, @named, @cleared,
    $has_end, $is_lasting);
# Thrown to end a session.
my $stopped = \'stopped';

sub send_text {
    for (my $at = 0; $at < length $_[0];) {
        $at += syswrite($answers, $_[0], length($_[0]) - $at, $at) || CORE::exit(0);
    }
}

sub unsupported {
    my ($why) = @_;
    return 'unsupported 0 0 ' . length($why) . "\n$why";
}

# Only a real process can show what happens.
sub give_up {
    send_text(unsupported(@_));
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

# Takes the source of the entry, or says why it cannot.
sub take {
    my ($source) = @_;
    delete @main::{@named};
    @named = ();
    my $why = prepare($source);
    $ninehole::program = defined $why ? undef : compiled_once($source);
    send_text(defined $why ? unsupported($why) : "ready\n");
}

# Returns the reason why only a real process can run the entry, if there is one.
sub prepare {
    my ($source) = @_;
    return $& if $source =~ /\A#!.*/ && $& !~ m{\A#!.*perl\s*\z};
    return $& if $source =~ $words || $source =~ $variables || $source =~ /\brequire\b/;
    return "->$1" if $source =~ $methods && $source =~ /->\s*(?!(?:autoflush|flush|print|printf|say|getline)\b)([\$\w]+)/;
    # Packages that are there already keep what is assigned in them.
    (my $text = $source) =~ s/\b(?:use|no)\s+[\w:]+//g;
    while ($text =~ /\b(\w+)::|[\$\@%&*](\w+)'|\bpackage\s+(\w+)/g) {
        my $name = $1 // $2 // $3;
        return "the package $name" if $before{"${name}::"} && $name ne 'main';
    }
    $has_end = 0;
    $ninehole::code = qq(#line 1 "$file"\n$source);
    # At the top level these end a real program with an error, but leave an `eval` silently: so we check that its end was reached.
    my ($leaving) = $source =~ /\b(return|last|next|redo)\b/ or return undef;
    return "$leaving and __END__" if $source =~ /__END__|^=|[\x04\x1a]/m;
    $ninehole::code .= "\n;\$ninehole::is_at_end = 1;";
    $has_end = 1;
    return undef;
}

# Compiles the entry as a function for all sessions. Returns undef if something in it may outlive a session: then each
# compiles it anew.
sub compiled_once {
    my ($source) = @_;
    (my $others = $source) =~ s/\$_\b(?!\s*[\[{])/\$x/g;
    return undef if !$B::VERSION || $others =~ $defining;
    local ($@, $SIG{__DIE__}, $SIG{__WARN__}) = ('', undef, sub { $is_lasting = 1 });
    $is_lasting = 0;
    # Without the function around it, braces must match, too.
    evaluate("return;\n$ninehole::code");
    return undef if $@ ne '';
    my $program = evaluate("sub {\n$ninehole::code\n}") or return undef;
    B::walkoptree(B::svref_2object($program)->ROOT, 'ninehole_look');
    return $is_lasting ? undef : $program;
}

# Lexical variables, functions, ranges that are switches (`/a/../b/`), `eval`, and patterns that match or are made once.
sub B::OP::ninehole_look {
    my ($op) = @_;
    $is_lasting = 1 if $op->name =~ /^(?:pad|intro|clone|anonco|range|fl[io]p|once|entereval|wantarray|goto|lv|refassign)/;
    $is_lasting = 1 if $op->isa('B::PMOP') && $op->pmflags & (B::PMf_ONCE() | B::PMf_KEEP());
}

# Loads what an entry may use, before Perl is told to compile nothing else.
sub load_modules {
    my ($source) = @_;
    my @methods = $source =~ $methods ? ('IO::Handle', 'IO::File') : ();
    for my $module (@methods, grep { $pure{$_} } $source =~ /\b(?:use|no)\s+([\w:]+)/g) {
        (my $path = "$module.pm") =~ s{::}{/}g;
        require $path;
    }
    # Modules of the worker are not there for the entry.
    for my $path (keys %INC) {
        (my $module = $path) =~ s{/}{::}g;
        delete $INC{$path} unless $module =~ /^(?:Perl)?IO\b/ || $pure{ substr $module, 0, -3 };
    }
    unshift @INC, sub { give_up("use $_[1]") };
}

# The names of main, as they are before the entry runs.
sub remember {
    eval qq(#line 1 "$file"\n1;);
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
    $state{$_} = keys %{"main::$_"} for grep { /::$/ && !/^(?:main|ninehole)::/ } keys %before;
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
    my ($given) = @_;
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

# Returns the report of a session.
sub play {
    my ($given) = @_;
    my $why;
    %session = (read_at => []);
    open_input($given);
    # `$.` is that of the handle that was read last; there is none yet.
    { open my $gone, '<', '/dev/null'; <$gone>; }
    undef $.;
    $ninehole::is_at_end = !$has_end;
    {
        local ($_, $?, $/, $\, $,, $;, $", $:) = (undef, 0, "\n", undef, undef, "\034", ' ', " \n-");
        local $@;
        ($!, $errno) = (0, 0);
        $ninehole::program ? call() : evaluate($ninehole::code);
        if (ref $@ || $@ ne '') {
            $ninehole::is_at_end = 1;
            flush();
            $why = $1 if $@ =~ /^('.*') trapped by operation mask/m;
            fix('ended', $errno & 255 || $? >> 8 & 255 || 255);
            $session{stderr} = 1 unless ref $@ && $@ == $stopped;
        }
    }
    $why //= 'return, last, next or redo at the top' unless $ninehole::is_at_end;
    flush();
    fix('ended', 0);
    reopen_output() if $session{end} eq 'flooding';
    my $output = '';
    my ($length, $end) = @session{qw(length end)};
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
    return unsupported($why) if defined $why;
    my @words = ($end, $session{status} // 0, $session{stderr} ? 1 : 0, length $output, @{ $session{read_at} });
    return "@words\n$output";
}

sub play_all {
    my @inputs = @_;
    my ($reports, $since) = ('', Time::HiRes::time());
    while (@inputs) {
        my $report = play(shift @inputs);
        $reports .= $report;
        # All other reports are void.
        @inputs = () if $report =~ /^unsupported/;
        # Changes are looked for once for all sessions that were sent together: few at first.
        my $change = @inputs ? undef : changed();
        give_up("it changes $change") if defined $change;
        next if @inputs && Time::HiRes::time() - $since < 0.02;
        send_text($reports);
        ($reports, $since) = ('', Time::HiRes::time());
    }
}

# Undoes what the entry has left behind.
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
    forget_named();
    my $known = keys(%before) + @cleared + ($ninehole::program ? @named : 0);
    if (%before && keys %main:: != $known) {
        name_others();
        forget_named();
    }
    no strict 'refs';
    for my $name (@cleared) {
        undef @{"main::$name"} if *{"main::$name"}{ARRAY} && $name !~ /^[-+]/;
        undef %{"main::$name"} if *{"main::$name"}{HASH} && $name !~ /^[-+!]/;
    }
}

# What is compiled for all sessions keeps its variables, which are emptied.
sub forget_named {
    no strict 'refs';
    if ($ninehole::program) { undef *{"main::$_"} for @named }
    else { delete @main::{@named} }
}

# Finds names that the entry has made. Perl itself holds those of punctuation: they stay, empty.
sub name_others {
    my %known = map { $_ => 1 } @cleared, @named;
    for my $name (grep { !$before{$_} && !$known{$_} } keys %main::) {
        if ($name =~ /^(?:\d+|[-!"#\$%&'()*+,.\/:;<=>?@\[\\\]^`|~])$/) { push @cleared, $name }
        elsif ($name =~ /::$/ && $ninehole::program) { delete $main::{$name} }
        elsif ($name =~ /^[^\W\d]\w*(?:::)?$|^<none>::$/) { push @named, $name }
        else { give_up("a variable \$$name") }
    }
}

open_streams();
($way, my @lengths) = receive_words();
($file, my $source) = map { receive_bytes($_) } @lengths;
$0 = $file;
# The smallest Perl that systems install is without them.
eval 'require B';
for my $module (qw(Opcode PerlIO::via Time::HiRes)) { eval "require $module" or give_up("there is no $module") }
if ($way eq 'stdin') { open $stdin, '+>', undef or die "no temporary file: $!" }
load_modules($source);
remember();
push @allowed, 'sysread' if $way ne 'interactive';
Opcode::opmask_add(Opcode::invert_opset(Opcode::opset(@allowed)));
take($source);
while (1) {
    my ($first, @lengths) = receive_words();
    if ($first eq 'source') { take(receive_bytes(@lengths)) }
    else {
        $limit = $first;
        play_all(map { receive_bytes($_) } @lengths);
    }
}
