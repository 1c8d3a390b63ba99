<?php
// The last line that a player completes ends the game.
const LINES = '012 345 678 036 147 258 048 246';

function nextAnswer(): string
{
    static $answers = null;
    $answers ??= explode("\n", stream_get_contents(STDIN));
    if (count($answers) <= 1) {
        exit;
    }
    return array_shift($answers);
}

function player(): string
{
    static $players = ['O', 'X'];
    $players = array_reverse($players);
    return $players[0];
}

$board = '012345678';
$lines = LINES;
while (preg_match('/\d/', $board)) {
    $player = player();
    echo preg_replace(['/\d/', '/.../'], ['.', "$0\n"], $board), $player, '> ';
    $answer = nextAnswer();
    while (!preg_match('/^\d$/', $answer) || !str_contains($board, $answer)) {
        echo "invalid.\n", $player, '> ';
        $answer = nextAnswer();
    }
    $board = strtr($board, $answer, $player);
    $lines = strtr($lines, $answer, $player);
    if (in_array(str_repeat($player, 3), explode(' ', $lines))) {
        die("$player won.\n");
    }
}
die("tie.\n");
