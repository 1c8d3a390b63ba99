<?php
$board = [
    ['.', '.', '.'],
    ['.', '.', '.'],
    ['.', '.', '.'],
];

function lines(array $board): array
{
    $lines = $board;
    foreach ([0, 1, 2] as $i) {
        $lines[] = array_column($board, $i);
    }
    $lines[] = [$board[0][0], $board[1][1], $board[2][2]];
    $lines[] = [$board[0][2], $board[1][1], $board[2][0]];
    return $lines;
}

function ask(string $player, array $board): ?array
{
    while (true) {
        echo $player, '> ';
        $text = stream_get_line(STDIN, 4096, "\n");
        if ($text === false && feof(STDIN)) {
            return null;
        }
        if (preg_match('~^[0-8]$~', (string) $text)) {
            $place = [intdiv((int) $text, 3), $text % 3];
            if ($board[$place[0]][$place[1]] === '.') {
                return $place;
            }
        }
        echo "invalid.\n";
    }
}

for ($turn = 0; $turn < 9; ++$turn) {
    $player = ['X', 'O'][$turn & 1];
    foreach ($board as $row) {
        echo implode($row), "\n";
    }
    $place = ask($player, $board);
    if ($place === null) {
        exit;
    }
    [$row, $column] = $place;
    $board[$row][$column] = $player;
    if (in_array([$player, $player, $player], lines($board), true)) {
        echo "$player won.\n";
        exit;
    }
}
echo "tie.\n";
