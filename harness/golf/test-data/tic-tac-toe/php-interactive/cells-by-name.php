<?php

/** A field with a number; it knows who has marked it. */
class Field
{
    public string $mark = '.';

    public function __construct(public readonly string $number)
    {
    }
}

$fields = [];
foreach (str_split('012345678') as $number) {
    $fields[$number] = new Field($number);
}

$lines = array_map(
    fn ($line) => array_map(fn ($number) => $fields[$number], str_split($line)),
    ['012', '345', '678', '036', '147', '258', '048', '246'],
);

$players = new InfiniteIterator(new ArrayIterator(['X', 'O']));
foreach (new LimitIterator($players, 0, 9) as $player) {
    foreach (array_chunk($fields, 3) as $row) {
        echo implode('', array_column($row, 'mark')), "\n";
    }
    $chosen = null;
    while ($chosen === null) {
        echo $player, '> ';
        $line = fgets(STDIN);
        if ($line === false) {
            exit;
        }
        foreach ($fields as $field) {
            if ($field->number === rtrim($line) && $field->mark === '.') {
                $chosen = $field;
            }
        }
        if ($chosen === null) {
            echo "invalid.\n";
        }
    }
    $chosen->mark = $player;
    foreach ($lines as $line) {
        if (count(array_keys(array_column($line, 'mark'), $player)) === 3) {
            exit("$player won.\n");
        }
    }
}
echo "tie.\n";
