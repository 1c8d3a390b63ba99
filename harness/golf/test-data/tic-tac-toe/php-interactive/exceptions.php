<?php
class GameOver extends Exception {}

class Game
{
    private $fields = '012345678';
    private $player = 'X';

    private function draw()
    {
        $dots = preg_replace('/\d/', '.', $this->fields);
        echo substr($dots, 0, 3), "\n", substr($dots, 3, 3), "\n", substr($dots, 6, 3), "\n";
    }

    private function move()
    {
        echo $this->player, '> ';
        $answer = fgets(STDIN);
        if ($answer === false) {
            throw new GameOver('');
        }
        $answer = rtrim($answer, "\n");
        if (preg_match('/^\d$/', $answer) && strpos($this->fields, $answer) !== false) {
            $this->fields = str_replace($answer, $this->player, $this->fields);
            return;
        }
        echo "invalid.\n";
        $this->move();
    }

    private function check()
    {
        $p = $this->player;
        if (preg_match("/^(...)*$p{3}|$p..$p..$p|$p...$p...$p|^..$p.$p.$p/", $this->fields)) {
            throw new GameOver("$p won.");
        }
        if (!preg_match('/\d/', $this->fields)) {
            throw new GameOver('tie.');
        }
    }

    public function run()
    {
        while (true) {
            $this->draw();
            $this->move();
            $this->check();
            $this->player = $this->player == 'X' ? 'O' : 'X';
        }
    }
}

try {
    (new Game())->run();
} catch (GameOver $e) {
    echo $e->getMessage(), "\n";
}
