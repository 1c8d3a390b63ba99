<?php
$newGame = function (): array {
    $cells = str_split('.........');
    $player = 'X';

    $prompt = function () use (&$player) {
        return $player . '> ';
    };
    $board = function () use (&$cells, $prompt) {
        return implode("\n", array_map('implode', array_chunk($cells, 3))) . "\n" . $prompt();
    };
    $play = function (string $answer) use (&$cells, &$player, $board, $prompt) {
        $free = array_map('strval', array_keys($cells, '.'));
        if (!in_array($answer, $free, true)) {
            return ["invalid.\n" . $prompt(), false];
        }
        $cells[(int) $answer] = $player;
        foreach (explode(' ', '012 345 678 036 147 258 048 246') as $line) {
            $own = array_filter(str_split($line), fn(string $i) => $cells[$i] === $player);
            if (count($own) === 3) {
                return [$player . " won.\n", true];
            }
        }
        if (count($free) === 1) {
            return ["tie.\n", true];
        }
        $player = strtr($player, 'XO', 'OX');
        return [$board(), false];
    };
    return [$board, $play];
};

[$board, $play] = $newGame();
echo $board();
for ($i = 1; isset($argv[$i]); $i++) {
    [$text, $over] = $play($argv[$i]);
    echo $text;
    if ($over) {
        break;
    }
}
