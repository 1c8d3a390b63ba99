<?php
// The fields of a player are the bits of a number.
$wins = [7, 56, 448, 73, 146, 292, 273, 84];
$bits = ['X' => 0, 'O' => 0];
$player = 'X';
$other = 'O';

function board($bits)
{
    $text = '';
    for ($i = 0; $i < 9; $i++) {
        if ($bits['X'] & (1 << $i)) {
            $text .= 'X';
        } elseif ($bits['O'] & (1 << $i)) {
            $text .= 'O';
        } else {
            $text .= '.';
        }
        if ($i % 3 == 2) {
            $text .= "\n";
        }
    }
    return $text;
}

$output = board($bits) . "$player> ";
array_shift($argv);
while (count($argv) > 0) {
    $answer = array_shift($argv);
    $bit = preg_match('/^[0-8]$/D', $answer) ? 1 << (int) $answer : 0;
    if ($bit == 0 || (($bits['X'] | $bits['O']) & $bit) != 0) {
        $output .= "invalid.\n$player> ";
        continue;
    }
    $bits[$player] |= $bit;
    $won = array_filter($wins, fn($win) => ($bits[$player] & $win) == $win);
    if (count($won) > 0) {
        $output .= "$player won.\n";
        break;
    }
    if (($bits['X'] | $bits['O']) == 511) {
        $output .= "tie.\n";
        break;
    }
    [$player, $other] = [$other, $player];
    $output .= board($bits) . "$player> ";
}
print $output;
