<?php
$board = "...\n...\n...\n";
$player = 'X';
$moves = 0;

// The numbers of characters between the marks of a line.
$gaps = array(0, 2, 3, 4);

echo $board . $player . '> ';
foreach ($argv as $index => $argument) {
    if ($index == 0) continue;

    $valid = false;
    if (preg_match('/\A[0-8]\z/', $argument, $matches)) {
        $position = $matches[0] + floor($matches[0] / 3);
        $valid = substr($board, $position, 1) == '.';
    }
    if (!$valid) {
        echo "invalid.\n" . $player . '> ';
        continue;
    }

    $board = substr_replace($board, $player, $position, 1);
    $moves++;
    foreach ($gaps as $gap) {
        $pattern = '/' . $player . '.{' . $gap . '}' . $player . '.{' . $gap . '}' . $player . '/s';
        if (preg_match($pattern, $board)) {
            echo $player . " won.\n";
            exit;
        }
    }
    if ($moves == 9) {
        echo "tie.\n";
        exit;
    }
    if ($player == 'X') {
        $player = 'O';
    } else {
        $player = 'X';
    }
    echo $board . $player . '> ';
}
