<?php
// Three numbers of this square have the sum 15 if they are in one line.
$magic = [2, 9, 4, 7, 5, 3, 6, 1, 8];
$marks = [];
$numbers = ['X' => [], 'O' => []];

$show = function () use (&$marks) {
    foreach (range(0, 8) as $i) {
        echo $marks[$i] ?? '.';
        echo $i % 3 === 2 ? "\n" : '';
    }
};

$sums = function (array $numbers) {
    foreach ($numbers as $i => $a) {
        foreach (array_slice($numbers, $i + 1) as $j => $b) {
            foreach (array_slice($numbers, $i + $j + 2) as $c) {
                yield $a + $b + $c;
            }
        }
    }
};

$show();
echo 'X> ';
foreach ($argv as $place => $answer) {
    if ($place === 0) {
        continue;
    }
    $player = count($marks) % 2 === 0 ? 'X' : 'O';
    if (!in_array($answer, ['0', '1', '2', '3', '4', '5', '6', '7', '8'], true) || isset($marks[$answer])) {
        echo "invalid.\n", $player, '> ';
        continue;
    }
    $marks[$answer] = $player;
    $numbers[$player][] = $magic[$answer];
    foreach ($sums($numbers[$player]) as $sum) {
        if ($sum === 15) {
            echo $player, " won.\n";
            exit;
        }
    }
    if (count($marks) === 9) {
        echo "tie.\n";
        exit;
    }
    $show();
    echo $player === 'X' ? 'O' : 'X', '> ';
}
