import { games, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const plain = [games.xWins, games.oWins, games.tie]

/** @param change what is written in place of every `text` */
const written = (
  name: string,
  change: string,
  shown: Pick<WrongEntry, 'fails' | 'passes' | 'input' | 'runtime'> = { fails: ['0'] },
): WrongEntry => ({
  name,
  source: reading({ say: `writeSync(1, ${change})` }),
  verdict: 'WA',
  ...shown,
})

const inPrompt = { fails: ['0'] }
const inRefusal = { passes: [games.tie], fails: ['x', '0 0'] }
const inWin = { passes: ['0 1 x', games.tie], fails: [games.xWins, games.oWins] }
const inEnd = { passes: ['0 1 x'], fails: plain }
const inTie = { passes: ['0 1 x', games.xWins], fails: [games.tie] }

/** Every byte counts. */
export const wrongBytes: WrongEntry[] = [
  written('a NUL before all', `'\\0' + text`),
  written('a NUL after all', `text.endsWith('.\\n') ? text + '\\0' : text`, inEnd),
  written('a byte order mark', `'\\ufeff' + text`),
  written('UTF-16', `Buffer.from(text, 'utf16le')`),
  written('carriage returns', `text.replace(/\\n/g, '\\r\\n')`),
  written('carriage returns in place of newlines', `text.replace(/\\n/g, '\\r')`),
  written('vertical tabulators in place of newlines', `text.replace(/\\n/g, '\\v')`),
  written('line separators of Unicode in place of newlines', `text.replace(/\\n/g, '\\u2028')`),
  written('the NEL of latin-1 in place of newlines', `Buffer.from(text.replace(/\\n/g, '\\x85'), 'latin1')`),
  written('newlines that were escaped', `text.replace(/\\n/g, '\\\\n')`),
  written('a no-break space in the prompt', `text.replace('> ', '>\\u00a0')`, inPrompt),
  written('a tabulator in the prompt', `text.replace('> ', '>\\t')`, inPrompt),
  written('two spaces in the prompt', `text.replace('> ', '>  ')`, inPrompt),
  written('a wide > in the prompt', `text.replace('>', '\\uff1e')`, inPrompt),
  written('a space taken back in the prompt', `text.replace('> ', '>  \\b')`, inPrompt),
  written('a prompt in small letters', `text.replace(/[XO](?=>)/, (player) => player.toLowerCase())`, inPrompt),
  written('a prompt in colour', `text.replace('X>', '\\x1b[31mX\\x1b[0m>')`, inPrompt),
  written('a prompt that is written twice', `text.replace(/X> /, '$&$&')`, inPrompt),
  written('a prompt without space (stdin)', `text.replace('> ', '>')`, {
    input: 'stdin',
    fails: ['0'],
  }),
  written(
    'a prompt for the other player',
    `text.replace(/[XO](?=>)/, (player) => (player === 'X' ? 'O' : 'X'))`,
    inPrompt,
  ),
  written('zeros in place of O', `text.replace(/O(?!>)/g, '0')`, { passes: ['0'], fails: ['0 1'] }),
  written('a Cyrillic X', `text.replace(/X(?!>| won)/g, '\\u0425')`, { fails: ['0'] }),
  written('the byte 0xD7 for X', `Buffer.from(text.replace(/X(?!>| won)/g, '\\xd7'), 'latin1')`, { fails: ['0'] }),
  written('marks in small letters', `text.replace(/[XO](?!>| won)/g, (mark) => mark.toLowerCase())`, { fails: ['0'] }),
  written('underscores for empty fields', `text.replace(/[.](?=.|\\n.)/g, '_')`),
  written('spaces between the fields', `text.replace(/[.XO](?=[.XO])/g, '$& ')`),
  written('spaces at the ends of rows', `text.replace(/([.XO]{3})\\n/g, '$1 \\n')`),
  written('an empty line between rows', `text.replace(/([.XO]{3})\\n(?=[.XO]{3}\\n)/g, '$1\\n\\n')`),
  written('a board without the newline behind it', `text.replace(/\\n(?=[XO]>)/, '')`),
  written(
    'a board with columns for rows',
    `text.replace(/(.)(.)(.)\\n(.)(.)(.)\\n(.)(.)(.)/, '$1$4$7\\n$2$5$8\\n$3$6$9')`,
    {
      passes: ['0', '4 0'],
      fails: ['1'],
    },
  ),
  written('a board that is written twice', `text.replace(/^([.XO]{3}\\n){3}/, '$&$&')`),
  written('no first board', `moves.length === 0 ? text.replace(/^.*X> /s, 'X> ') : text`, { fails: ['0'] }),
  written('Invalid.', `text.replace('invalid', 'Invalid')`, inRefusal),
  written('invalid without its full stop', `text.replace('invalid.', 'invalid')`, inRefusal),
  written('invalid. without its newline', `text.replace('invalid.\\n', 'invalid.')`, inRefusal),
  written('invalid. twice', `text.replace('invalid.\\n', '$&$&')`, inRefusal),
  written('nothing in place of invalid.', `text.replace('invalid.\\n', '')`, inRefusal),
  written('a space before invalid.', `text.replace('invalid', ' invalid')`, inRefusal),
  written(
    'a board of another position after invalid.',
    `text.replace('invalid.\\n', '$&X.O\\n...\\n...\\n')`,
    inRefusal,
  ),
  written('the line echoed before invalid.', `text.replace('invalid', lines.at(-1) + 'invalid')`, {
    passes: [games.tie],
    fails: ['x', '0 9'],
  }),
  written('X won!', `text.replace('won.', 'won!')`, inWin),
  written('X wins.', `text.replace('won.', 'wins.')`, inWin),
  written('x won.', `text.replace(/[XO] won/, (won) => won.toLowerCase())`, inWin),
  written('two spaces before won.', `text.replace(' won', '  won')`, inWin),
  written(
    'a space behind the closing message',
    `text.replace('.\\n', (end) => (text.length < 8 ? '. \\n' : end))`,
    inEnd,
  ),
  written('Tie.', `text.replace('tie', 'Tie')`, inTie),
  written('tie', `text.replace('tie.', 'tie')`, inTie),
  written('draw.', `text.replace('tie.', 'draw.')`, inTie),
  written('a prompt after the closing message', `text.replace('tie.\\n', '$&X> ')`, inTie),
  written('the closing message twice', `text.replace('tie.\\n', '$&$&')`, inTie),
  written('a wrong final board', `text.replace('tie.', 'XXX\\nOOO\\n...\\n$&')`, inTie),
  written(
    'a byte that is not UTF-8 at the very end',
    `text.startsWith('tie') ? Buffer.from(text + '\\xff', 'latin1') : text`,
    inTie,
  ),
]
