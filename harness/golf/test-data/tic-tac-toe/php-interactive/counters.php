<?php
// X counts as 1, O as -1; a line is won when its sum is 3 or -3.
$sums = array_fill(0, 8, 0);
$board = str_repeat('.', 9);

function linesThrough(int $field): array
{
    $row = intdiv($field, 3);
    $column = $field % 3;
    $lines = [$row, 3 + $column];
    if ($row === $column) {
        $lines[] = 6;
    }
    if ($row + $column === 2) {
        $lines[] = 7;
    }
    return $lines;
}

function readAnswer(string $player): string
{
    fwrite(STDOUT, $player . '> ');
    $line = fgets(STDIN);
    if ($line === false) {
        exit(1);
    }
    return rtrim($line, "\n");
}

for ($left = 9; $left > 0; $left--) {
    $player = $left % 2 === 1 ? 'X' : 'O';
    fwrite(STDOUT, wordwrap($board, 3, "\n", true) . "\n");
    $answer = readAnswer($player);
    while (!preg_match('/^[0-8]$/', $answer) || $board[$answer] !== '.') {
        fwrite(STDOUT, "invalid.\n");
        $answer = readAnswer($player);
    }
    $board[$answer] = $player;
    foreach (linesThrough((int) $answer) as $line) {
        $sums[$line] += $player === 'X' ? 1 : -1;
        if (abs($sums[$line]) === 3) {
            fwrite(STDOUT, "$player won.\n");
            exit(0);
        }
    }
}
fwrite(STDOUT, "tie.\n");
