<?php
function rows(string $board): string
{
    return substr($board, 0, 3) . "\n" . substr($board, 3, 3) . "\n" . substr($board, 6) . "\n";
}

function isWon(string $board, string $p): bool
{
    return (bool) preg_match("/^(...)*$p$p$p|$p..$p..$p|$p...$p...$p|^..$p.$p.$p/", $board);
}

// Takes the answers that are left, and whether the board is to be shown.
function play(string $board, string $player, array $answers, bool $show): string
{
    $text = ($show ? rows($board) : '') . $player . '> ';
    if ($answers === []) {
        return $text;
    }
    $answer = array_shift($answers);
    if (!is_numeric($answer) || strlen($answer) > 1 || $answer > 8 || $board[$answer] != '.') {
        return $text . "invalid.\n" . play($board, $player, $answers, false);
    }
    $board[$answer] = $player;
    if (isWon($board, $player)) {
        return $text . $player . " won.\n";
    }
    if (substr_count($board, '.') == 0) {
        return $text . "tie.\n";
    }
    return $text . play($board, $player == 'X' ? 'O' : 'X', $answers, true);
}

echo play('.........', 'X', array_slice($argv, 1), true);
