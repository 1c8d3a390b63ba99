my @L=qw(012 345 678 036 147 258 048 246);my @f=('.')x9;my $p='X';
while(1){
  print join('',@f[$_..$_+2]),"\n" for 0,3,6;
  my $a;
  while(1){print "$p> \n";$a=<STDIN>;chomp $a;last if $a=~/^[0-8]\z/&&$f[$a]eq'.';print "invalid.\n"}
  $f[$a]=$p;
  my $won=grep{my $l=$_;3==grep{$f[$_]eq$p}split//,$l}@L;my $full=!grep{$_ eq'.'}@f;
  if($won||$full){my $m=$won?"$p won.":'tie.';
    my %r;$r{"$p won."}=1 if $won;$r{'tie.'}=1 if $full;($m)=keys %r;
    print "$m\n";exit}
  $p=$p eq'X'?'O':'X'
}
