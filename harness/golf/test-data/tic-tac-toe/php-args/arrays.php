<?php

declare(strict_types=1);

$board = array_fill(0, 9, '.');
$lines = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
];
$player = 'X';

function show(array $board): void
{
    foreach (array_chunk($board, 3) as $row) {
        echo implode('', $row), PHP_EOL;
    }
}

function hasWon(array $board, array $lines, string $player): bool
{
    foreach ($lines as [$a, $b, $c]) {
        if ($board[$a] === $player && $board[$b] === $player && $board[$c] === $player) {
            return true;
        }
    }
    return false;
}

show($board);
echo $player, '> ';
foreach (array_slice($argv, 1) as $answer) {
    if (!preg_match('/^[0-8]$/', $answer) || $board[(int) $answer] !== '.') {
        echo 'invalid.', PHP_EOL, $player, '> ';
        continue;
    }
    $board[(int) $answer] = $player;
    if (hasWon($board, $lines, $player)) {
        echo $player, ' won.', PHP_EOL;
        exit(0);
    }
    if (!in_array('.', $board, true)) {
        echo 'tie.', PHP_EOL;
        exit(0);
    }
    $player = $player === 'X' ? 'O' : 'X';
    show($board);
    echo $player, '> ';
}
