<?php
/** The lines of standard input, without their ends. */
function answers(): Generator
{
    while (($line = fgets(STDIN)) !== false) {
        yield rtrim($line, "\r\n");
    }
}

/** Plays a game; gives texts to print. */
function game(iterable $answers): Generator
{
    $free = array_map('strval', range(0, 8));
    $taken = ['X' => '', 'O' => ''];
    $players = ['X', 'O'];
    $board = str_repeat('.', 9);
    yield chunk_split($board, 3, "\n") . 'X> ';
    foreach ($answers as $answer) {
        $key = array_search($answer, $free, true);
        [$player] = $players;
        if ($key === false) {
            yield "invalid.\n$player> ";
            continue;
        }
        unset($free[$key]);
        $taken[$player] .= $answer;
        $board[$key] = $player;
        foreach (['012', '345', '678', '036', '147', '258', '048', '246'] as $line) {
            if (strlen(count_chars($line . $taken[$player], 3)) === strlen($taken[$player])) {
                return yield "$player won.\n";
            }
        }
        if (!$free) {
            return yield "tie.\n";
        }
        $players = array_reverse($players);
        yield chunk_split($board, 3, "\n") . $players[0] . '> ';
    }
}

foreach (game(answers()) as $text) {
    echo $text;
}
