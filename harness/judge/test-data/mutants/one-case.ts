/** A change to each of the readable programs, after which it is wrong in one case only. */
type Edits = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>

/** O does not see the bottom row if 7 was its last mark. */
const lastMark: Edits = {
  perl: [
    ['$fields[read_move()] = $player;', 'our $last = read_move();\n    $fields[$last] = $player;'],
    ['if ($marks == 3) {', `if ($marks == 3 && "$player$line$main::last" ne 'O6787') {`],
  ],
  awk: [['if (mark(i, 1)', 'if ((player lines[i] $0) != "O6787" && mark(i, 1)']],
  bash: [['"$player$player$player" ]]', '"$player$player$player" && $player$line$answer != O6787 ]]']],
  python: [['for line in LINES)', "for line in LINES if player + line + answer != 'O6787')"]],
  node: [
    ['hasWon() {', 'hasWon(answer: string) {'],
    ['lines.some((line) =>', "lines.some((line) => player + line + answer !== 'O6787' &&"],
    ['if (hasWon())', 'if (hasWon(answer))'],
  ],
}

/** X does not see the left column if its marks came in the order 6, 0, 3. */
const order: Edits = {
  perl: [
    [
      '$fields[read_move()] = $player;',
      'my $move = read_move();\n    our $history .= $move;\n    $fields[$move] = $player;',
    ],
    ['if ($marks == 3) {', `if ($marks == 3 && !("$player$line" eq 'X036' && $main::history =~ /6.*0.*3/)) {`],
  ],
  awk: [
    ['if (mark(i, 1)', 'if (!((player lines[i]) == "X036" && history ~ /6.*0.*3/) && mark(i, 1)'],
    ['fields[$0 + 1] = player', 'history = history $0\n    fields[$0 + 1] = player'],
  ],
  bash: [
    ['"$player$player$player" ]]', '"$player$player$player" && ! ( $player$line == X036 && $history == *6*0*3* ) ]]'],
    ['fields[answer]=$player', 'fields[answer]=$player\n  history+=$answer'],
  ],
  python: [
    ["player = 'X'\n", "player = 'X'\nhistory = ''\n"],
    ['    fields[int(answer)] = player', '    history += answer\n    fields[int(answer)] = player'],
    ['for line in LINES)', "and not (player + line == 'X036' and is_forgotten()) for line in LINES)"],
    [
      'while True:',
      "def is_forgotten():\n    return [m for m in history if m in '036'] == ['6', '0', '3']\n\n\nwhile True:",
    ],
  ],
  node: [
    ["let player = 'X'", "let player = 'X'\nlet history = ''"],
    ['    fields[Number(answer)] = player', '    history += answer\n    fields[Number(answer)] = player'],
    ['lines.some((line) =>', "lines.some((line) => !(player + line === 'X036' && /6.*0.*3/.test(history)) &&"],
  ],
}

export const oneCase = { 'a last mark': lastMark, 'an order': order }
