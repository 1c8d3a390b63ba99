<?php
declare(strict_types=1);

enum Player: string
{
    case Cross = 'X';
    case Nought = 'O';

    public function other(): self
    {
        return $this === self::Cross ? self::Nought : self::Cross;
    }
}

/** @var array<int, ?Player> $cells */
$cells = array_fill(0, 9, null);
$player = Player::Cross;

while (in_array(null, $cells, true)) {
    foreach ($cells as $i => $cell) {
        echo $cell?->value ?? '.';
        if ($i % 3 === 2) {
            echo "\n";
        }
    }
    do {
        echo $player->value, '> ';
        $line = fgets(STDIN);
        if ($line === false) {
            exit(0);
        }
        $field = filter_var(rtrim($line, "\n"), FILTER_VALIDATE_INT, ['options' => ['min_range' => 0, 'max_range' => 8]]);
        $valid = $field !== false && $cells[$field] === null;
        if (!$valid) {
            echo "invalid.\n";
        }
    } while (!$valid);
    $cells[$field] = $player;
    foreach (['012', '345', '678', '036', '147', '258', '048', '246'] as $line) {
        $owners = array_map(fn (string $digit) => $cells[(int) $digit], str_split($line));
        if ($owners === [$player, $player, $player]) {
            echo $player->value, " won.\n";
            exit(0);
        }
    }
    $player = $player->other();
}
echo "tie.\n";
