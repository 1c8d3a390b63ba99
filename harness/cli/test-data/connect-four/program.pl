# Plays Connect Four, and sees as many of the four directions as its argument says.
@directions = ([1, 0], [0, 1], [1, 1], [1, -1])[0 .. shift() - 1];
$| = 1;
$player = 'X';
print 'X> ';
while (<STDIN>) {
  chomp;
  last if $_ eq 'quit';
  if (!/^[0-6]\z/ || $height[$_] > 5) { print "no\n$player> "; next }
  ($x, $y) = ($_, $height[$_]++);
  $disc{"$x,$y"} = $player;
  for (@directions) {
    ($dx, $dy) = @$_;
    $length = 1;
    for $sign (1, -1) {
      for ($i = $sign; $disc{($x + $i * $dx) . ',' . ($y + $i * $dy)} eq $player; $i += $sign) { $length++ }
    }
    if ($length > 3) { print "$player won\n"; exit }
  }
  if (++$turns == 42) { print "tie\n"; exit }
  $player = $player eq 'X' ? 'O' : 'X';
  print "$player> ";
}
print "bye\n";
