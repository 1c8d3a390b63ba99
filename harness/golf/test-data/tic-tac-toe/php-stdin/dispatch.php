<?php
$cells = new ArrayObject(array_fill(0, 9, '.'));
$turn = 0;

$show = function () use ($cells, &$turn) {
    foreach ($cells as $i => $cell) {
        echo $cell, $i % 3 == 2 ? "\n" : '';
    }
    echo 'XO'[$turn % 2], '> ';
};

$finish = function (string $message) {
    echo $message, "\n";
    exit;
};

$actions = [
    'refuse' => function () use (&$turn) {
        echo "invalid.\n", 'XO'[$turn % 2], '> ';
    },
    'mark' => function (int $field) use ($cells, &$turn, $show, $finish) {
        $player = 'XO'[$turn % 2];
        $cells[$field] = $player;
        $lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        foreach ($lines as $line) {
            $marks = array_intersect_key($cells->getArrayCopy(), array_flip($line));
            if (array_unique(array_values($marks)) == [$player]) {
                $finish("$player won.");
            }
        }
        if (++$turn == 9) {
            $finish('tie.');
        }
        $show();
    },
];

$show();
while ($line = fgets(STDIN)) {
    $text = rtrim($line, "\n");
    $isMove = preg_match('/^[0-8]\z/', $text) && $cells[$text] == '.';
    $actions[$isMove ? 'mark' : 'refuse']((int) $text);
}
