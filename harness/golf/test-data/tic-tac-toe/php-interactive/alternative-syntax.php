<?php
$board = ['.........', 'X', 'O'];
$wins = '/(?<![^\n])([XO])\1\1|([XO])...\2...\2|([XO])....\3....\3|([XO])..\4..\4/s';

while (strpos($board[0], '.') !== false):
    [$fields, $player, $next] = $board;
    $picture = chunk_split($fields, 3, "\n");
    echo $picture;
    $line = '';
    while (true):
        echo $player, '> ';
        $line = fgets(STDIN);
        if ($line === false):
            exit;
        endif;
        $line = rtrim($line, "\n");
        if (strlen($line) == 1 && strspn($line, '012345678') == 1 && $fields[$line] == '.'):
            break;
        endif;
        echo "invalid.\n";
    endwhile;
    $fields[$line] = $player;
    if (preg_match($wins, chunk_split($fields, 3, "\n"))):
        echo "$player won.\n";
        exit;
    endif;
    $board = [$fields, $next, $player];
endwhile;
echo "tie.\n";
