import { games, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const plain = [games.xWins, games.oWins, games.tie]

/** @param change what becomes of every `text` that is said */
const said = (
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
  said('a NUL before all', `'\\0' + text`),
  said('a NUL after all', `text.endsWith('.\\n') ? text + '\\0' : text`, inEnd),
  said('a byte order mark', `'\\ufeff' + text`),
  said('UTF-16', `Buffer.from(text, 'utf16le')`),
  said('carriage returns', `text.replace(/\\n/g, '\\r\\n')`),
  said('carriage returns in place of newlines', `text.replace(/\\n/g, '\\r')`),
  said('vertical tabulators in place of newlines', `text.replace(/\\n/g, '\\v')`),
  said('line separators of Unicode in place of newlines', `text.replace(/\\n/g, '\\u2028')`),
  said('the NEL of latin-1 in place of newlines', `Buffer.from(text.replace(/\\n/g, '\\x85'), 'latin1')`),
  said('newlines that were escaped', `text.replace(/\\n/g, '\\\\n')`),
  said('a no-break space in the prompt', `text.replace('> ', '>\\u00a0')`, inPrompt),
  said('a tabulator in the prompt', `text.replace('> ', '>\\t')`, inPrompt),
  said('two spaces in the prompt', `text.replace('> ', '>  ')`, inPrompt),
  said('a wide > in the prompt', `text.replace('>', '\\uff1e')`, inPrompt),
  said('a space taken back in the prompt', `text.replace('> ', '>  \\b')`, inPrompt),
  said('a prompt in small letters', `text.replace(/[XO](?=>)/, (player) => player.toLowerCase())`, inPrompt),
  said('a prompt in colour', `text.replace('X>', '\\x1b[31mX\\x1b[0m>')`, inPrompt),
  said('a prompt that is said twice', `text.replace(/X> /, '$&$&')`, inPrompt),
  said('a prompt without space, where all is sent at once', `text.replace('> ', '>')`, {
    input: 'stdin',
    fails: ['0'],
  }),
  said('the other player asked', `text.replace(/[XO](?=>)/, (player) => (player === 'X' ? 'O' : 'X'))`, inPrompt),
  said('zeros in place of O', `text.replace(/O(?!>)/g, '0')`, { passes: ['0'], fails: ['0 1'] }),
  said('a Cyrillic X', `text.replace(/X(?!>| won)/g, '\\u0425')`, { fails: ['0'] }),
  said('the byte 0xD7 for X', `Buffer.from(text.replace(/X(?!>| won)/g, '\\xd7'), 'latin1')`, { fails: ['0'] }),
  said('marks in small letters', `text.replace(/[XO](?!>| won)/g, (mark) => mark.toLowerCase())`, { fails: ['0'] }),
  said('underscores for empty fields', `text.replace(/[.](?=.|\\n.)/g, '_')`),
  said('spaces between the fields', `text.replace(/[.XO](?=[.XO])/g, '$& ')`),
  said('spaces at the ends of rows', `text.replace(/([.XO]{3})\\n/g, '$1 \\n')`),
  said('an empty line between rows', `text.replace(/([.XO]{3})\\n(?=[.XO]{3}\\n)/g, '$1\\n\\n')`),
  said('a board without the newline behind it', `text.replace(/\\n(?=[XO]>)/, '')`),
  said(
    'a board with columns for rows',
    `text.replace(/(.)(.)(.)\\n(.)(.)(.)\\n(.)(.)(.)/, '$1$4$7\\n$2$5$8\\n$3$6$9')`,
    {
      passes: ['0', '4 0'],
      fails: ['1'],
    },
  ),
  said('a board that is said twice', `text.replace(/^([.XO]{3}\\n){3}/, '$&$&')`),
  said('no first board', `moves.length === 0 ? text.replace(/^.*X> /s, 'X> ') : text`, { fails: ['0'] }),
  said('Invalid.', `text.replace('invalid', 'Invalid')`, inRefusal),
  said('invalid without its full stop', `text.replace('invalid.', 'invalid')`, inRefusal),
  said('invalid. without its newline', `text.replace('invalid.\\n', 'invalid.')`, inRefusal),
  said('invalid. twice', `text.replace('invalid.\\n', '$&$&')`, inRefusal),
  said('nothing in place of invalid.', `text.replace('invalid.\\n', '')`, inRefusal),
  said('a space before invalid.', `text.replace('invalid', ' invalid')`, inRefusal),
  said('a board of another position after invalid.', `text.replace('invalid.\\n', '$&X.O\\n...\\n...\\n')`, inRefusal),
  said('the line echoed before invalid.', `text.replace('invalid', lines.at(-1) + 'invalid')`, {
    passes: [games.tie],
    fails: ['x', '0 9'],
  }),
  said('X won!', `text.replace('won.', 'won!')`, inWin),
  said('X wins.', `text.replace('won.', 'wins.')`, inWin),
  said('x won.', `text.replace(/[XO] won/, (won) => won.toLowerCase())`, inWin),
  said('two spaces before won.', `text.replace(' won', '  won')`, inWin),
  said('a space behind the closing message', `text.replace('.\\n', (end) => (text.length < 8 ? '. \\n' : end))`, inEnd),
  said('Tie.', `text.replace('tie', 'Tie')`, inTie),
  said('tie', `text.replace('tie.', 'tie')`, inTie),
  said('draw.', `text.replace('tie.', 'draw.')`, inTie),
  said('a prompt after the closing message', `text.replace('tie.\\n', '$&X> ')`, inTie),
  said('the closing message twice', `text.replace('tie.\\n', '$&$&')`, inTie),
  said('a wrong final board', `text.replace('tie.', 'XXX\\nOOO\\n...\\n$&')`, inTie),
  said(
    'a byte that is not UTF-8 at the very end',
    `text.startsWith('tie') ? Buffer.from(text + '\\xff', 'latin1') : text`,
    inTie,
  ),
]
