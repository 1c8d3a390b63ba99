<?php

declare(strict_types=1);

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function hasWon(array $fields, string $player): bool
{
    foreach (LINES as [$a, $b, $c]) {
        if ($fields[$a] === $player && $fields[$b] === $player && $fields[$c] === $player) {
            return true;
        }
    }
    return false;
}

function showTurn(array $fields, string $player): void
{
    foreach (array_chunk($fields, 3) as $row) {
        echo implode($row), PHP_EOL;
    }
    echo "$player> ";
}

$fields = array_fill(0, 9, '.');
$player = 'X';
showTurn($fields, $player);
for ($i = 1; $i < $argc; $i++) {
    $answer = $argv[$i];
    if (!preg_match('/^[0-8]$/D', $answer) || $fields[(int) $answer] !== '.') {
        echo "invalid.\n$player> ";
        continue;
    }
    $fields[(int) $answer] = $player;
    if (hasWon($fields, $player)) {
        exit("$player won.\n");
    }
    if (!in_array('.', $fields)) {
        exit("tie.\n");
    }
    $player = $player === 'X' ? 'O' : 'X';
    showTurn($fields, $player);
}
echo "\n";
