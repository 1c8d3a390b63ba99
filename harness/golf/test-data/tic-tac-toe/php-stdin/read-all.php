<?php
$answers = file('php://stdin', FILE_IGNORE_NEW_LINES);
$fields = array_fill_keys(['0', '1', '2', '3', '4', '5', '6', '7', '8'], '.');
$lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
$output = [];
$message = '';

for ($turn = 0; $turn < 9 && $message === ''; $turn++) {
    $player = $turn % 2 === 0 ? 'X' : 'O';
    $output[] = vsprintf("%s%s%s\n%s%s%s\n%s%s%s\n", $fields);
    do {
        $output[] = "$player> ";
        $answer = array_shift($answers);
        if ($answer === null) {
            break 2;
        }
        $isFree = array_key_exists($answer, $fields) && $fields[$answer] === '.';
        if (!$isFree) {
            $output[] = "invalid.\n";
        }
    } while (!$isFree);
    $fields[$answer] = $player;
    foreach ($lines as $line) {
        [$a, $b, $c] = str_split($line);
        if ([$fields[$a], $fields[$b], $fields[$c]] === [$player, $player, $player]) {
            $message = "$player won.\n";
        }
    }
    if ($turn === 8 && $message === '') {
        $message = "tie.\n";
    }
}
echo join($output), $message;
