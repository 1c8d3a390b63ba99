<?php

final class Board
{
    private const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];
    private string $fields = '.........';

    public function isFree(string $answer): bool
    {
        return strlen($answer) == 1 && strpos('012345678', $answer) !== false && $this->fields[$answer] == '.';
    }

    public function mark(string $answer, string $player): void
    {
        $this->fields[$answer] = $player;
    }

    public function isWonBy(string $player): bool
    {
        foreach (self::LINES as $line) {
            $marks = '';
            foreach (str_split($line) as $field) {
                $marks .= $this->fields[$field];
            }
            if ($marks == str_repeat($player, 3)) {
                return true;
            }
        }
        return false;
    }

    public function isFull(): bool
    {
        return strpos($this->fields, '.') === false;
    }

    public function __toString(): string
    {
        return chunk_split($this->fields, 3, "\n");
    }
}

$board = new Board();
$player = 'X';
echo "$board$player> ";
for ($i = 1; $i < $argc; $i++) {
    if (!$board->isFree($argv[$i])) {
        echo "invalid.\n$player> ";
        continue;
    }
    $board->mark($argv[$i], $player);
    if ($board->isWonBy($player)) {
        exit("$player won.\n");
    }
    if ($board->isFull()) {
        exit("tie.\n");
    }
    $player = $player == 'X' ? 'O' : 'X';
    echo "$board$player> ";
}
