<?php
$board = '.........';
$player = 'X';
$state = 'show';
$input = fopen('php://stdin', 'r');

while ($state !== 'end') {
    switch ($state) {
        case 'show':
            foreach (str_split($board, 3) as $row) {
                print "$row\n";
            }
            $state = 'ask';
            break;
        case 'ask':
            print "$player> ";
            $line = fgets($input);
            if ($line === false) {
                $state = 'end';
                break;
            }
            $line = substr($line, 0, -1);
            $isNumber = strlen($line) === 1 && $line >= '0' && $line <= '8';
            $state = $isNumber && $board[(int) $line] === '.' ? 'mark' : 'refuse';
            break;
        case 'refuse':
            print "invalid.\n";
            $state = 'ask';
            break;
        case 'mark':
            $board[(int) $line] = $player;
            $state = 'show';
            foreach ([[0, 1], [3, 1], [6, 1], [0, 3], [1, 3], [2, 3], [0, 4], [2, 2]] as [$start, $step]) {
                if ($board[$start] . $board[$start + $step] . $board[$start + 2 * $step] === "$player$player$player") {
                    print "$player won.\n";
                    $state = 'end';
                    break 2;
                }
            }
            if (!str_contains($board, '.')) {
                print "tie.\n";
                $state = 'end';
            }
            $player = $player === 'X' ? 'O' : 'X';
            break;
    }
}
