<?php
$lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
$fields = '.........';
for ($turn = 0; $turn < 9; $turn++) {
    $player = 'XO'[$turn % 2];
    echo chunk_split($fields, 3, "\n");
    while (true) {
        echo "$player> ";
        $answer = fgets(STDIN);
        if ($answer === false) {
            exit("\n");
        }
        $answer = rtrim($answer, "\n");
        if (preg_match('/^[0-8]$/D', $answer) && $fields[$answer] == '.') {
            break;
        }
        echo "invalid.\n";
    }
    $fields[$answer] = $player;
    foreach ($lines as $line) {
        $marks = 0;
        foreach (str_split($line) as $field) {
            $marks += $fields[$field] == $player;
        }
        if ($marks == 3) {
            exit("$player won.\n");
        }
    }
}
echo "tie.\n";
