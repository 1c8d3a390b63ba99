<?php
$cells = ['.', '.', '.', '.', '.', '.', '.', '.', '.'];
$player = 'X';
$count = 0;

function printBoard() {
    global $cells;
    echo $cells[0] . $cells[1] . $cells[2] . "\n";
    echo $cells[3] . $cells[4] . $cells[5] . "\n";
    echo $cells[6] . $cells[7] . $cells[8] . "\n";
}

function same($a, $b, $c) {
    global $cells;
    return $cells[$a] != '.' && $cells[$a] == $cells[$b] && $cells[$b] == $cells[$c];
}

function isWon() {
    for ($i = 0; $i < 3; $i++) {
        if (same(3 * $i, 3 * $i + 1, 3 * $i + 2) || same($i, $i + 3, $i + 6)) {
            return true;
        }
    }
    return same(0, 4, 8) || same(2, 4, 6);
}

printBoard();
echo "$player> ";
while (($line = fgets(STDIN)) !== false) {
    $line = trim($line);
    if (!is_numeric($line) || $line < 0 || $line > 8 || $cells[$line] != '.') {
        echo "invalid.\n$player> ";
        continue;
    }
    $cells[$line] = $player;
    $count++;
    if (isWon()) {
        echo "$player won.\n";
        break;
    }
    if ($count == 9) {
        echo "tie.\n";
        break;
    }
    $player = $player == 'X' ? 'O' : 'X';
    printBoard();
    echo "$player> ";
}
