<?php
$b = array_fill(0, 9, '.');
$player = 'X';

while (true) {
    echo "$b[0]$b[1]$b[2]\n$b[3]$b[4]$b[5]\n$b[6]$b[7]$b[8]\n";

    // Ask until the answer is the number of a free field.
    while (true) {
        echo "$player> ";
        $answer = fgets(STDIN);
        if ($answer === false) {
            exit;
        }
        $answer = trim($answer);
        if (in_array($answer, array('0', '1', '2', '3', '4', '5', '6', '7', '8'), true) && $b[$answer] == '.') {
            break;
        }
        echo "invalid.\n";
    }
    $b[$answer] = $player;

    $won = $b[0] == $player && $b[1] == $player && $b[2] == $player
        || $b[3] == $player && $b[4] == $player && $b[5] == $player
        || $b[6] == $player && $b[7] == $player && $b[8] == $player
        || $b[0] == $player && $b[3] == $player && $b[6] == $player
        || $b[1] == $player && $b[4] == $player && $b[7] == $player
        || $b[2] == $player && $b[5] == $player && $b[8] == $player
        || $b[0] == $player && $b[4] == $player && $b[8] == $player
        || $b[2] == $player && $b[4] == $player && $b[6] == $player;
    if ($won) {
        echo "$player won.\n";
        exit;
    }
    if (array_search('.', $b) === false) {
        echo "tie.\n";
        exit;
    }
    $player = $player == 'X' ? 'O' : 'X';
}
