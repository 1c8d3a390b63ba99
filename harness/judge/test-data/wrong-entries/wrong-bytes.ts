import { games, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

type Sessions = Pick<Extract<WrongEntry, { fails: readonly string[] }>, 'fails' | 'passes' | 'input'>

const inPrompt: Sessions = { fails: ['0'] }
const inRefusal: Sessions = { passes: [games.tie], fails: ['x', '0 0'] }
const inWin: Sessions = { passes: ['0 1 x', games.tie], fails: [games.xWins, games.oWins] }
const inTie: Sessions = { passes: ['0 1 x', games.xWins], fails: [games.tie] }
const inEnd: Sessions = { passes: ['0 1 x'], fails: [games.xWins, games.oWins, games.tie] }

/** @param change what is written in place of every `text` */
const written = (breaks: string, name: string, change: string, sessions: Sessions = inPrompt): WrongEntry => ({
  name,
  source: reading({ say: `writeSync(1, ${change})` }),
  verdict: 'WA',
  breaks,
  ...sessions,
})

/** Every byte counts: one entry or two for each rule. */
export const wrongBytes: WrongEntry[] = [
  written('turn', 'a NUL before all', `'\\0' + text`),
  written('ends', 'a NUL after all', `text.endsWith('.\\n') ? text + '\\0' : text`, inEnd),
  written('turn', 'carriage returns', `text.replace(/\\n/g, '\\r\\n')`),
  written('prompt', 'a no-break space in the prompt', `text.replace('> ', '>\\u00a0')`),
  written('prompt', 'two spaces in the prompt', `text.replace('> ', '>  ')`),
  written('prompt', 'a prompt without space (stdin)', `text.replace('> ', '>')`, { input: 'stdin', fails: ['0'] }),
  written(
    'prompt',
    'a prompt for the other player',
    `text.replace(/[XO](?=>)/, (player) => (player === 'X' ? 'O' : 'X'))`,
  ),
  written('turn', 'the byte 0xD7 for X', `Buffer.from(text.replace(/X(?!>| won)/g, '\\xd7'), 'latin1')`),
  written('turn', 'zeros in place of O', `text.replace(/O(?!>)/g, '0')`, { passes: ['0'], fails: ['0 1'] }),
  written('turn', 'underscores for empty fields', `text.replace(/[.](?=.|\\n.)/g, '_')`),
  written('turn', 'an empty line between rows', `text.replace(/([.XO]{3})\\n(?=[.XO]{3}\\n)/g, '$1\\n\\n')`),
  written(
    'turn',
    'a board with columns for rows',
    `text.replace(/(.)(.)(.)\\n(.)(.)(.)\\n(.)(.)(.)/, '$1$4$7\\n$2$5$8\\n$3$6$9')`,
    { passes: ['0', '4 0'], fails: ['1'] },
  ),
  written('turn', 'no first board', `moves.length === 0 ? text.replace(/^.*X> /s, 'X> ') : text`),
  written('no-number', 'Invalid.', `text.replace('invalid', 'Invalid')`, inRefusal),
  written('no-number', 'nothing in place of invalid.', `text.replace('invalid.\\n', '')`, inRefusal),
  written(
    'same-player',
    'a board of another position after invalid.',
    `text.replace('invalid.\\n', '$&X.O\\n...\\n...\\n')`,
    inRefusal,
  ),
  written('row', 'X won!', `text.replace('won.', 'won!')`, inWin),
  written('tie', 'draw.', `text.replace('tie.', 'draw.')`, inTie),
  written('ends', 'a prompt after the closing message', `text.replace('tie.\\n', '$&X> ')`, inTie),
  written('tie', 'a wrong final board', `text.replace('tie.', 'XXX\\nOOO\\n...\\n$&')`, inTie),
  written(
    'ends',
    'a byte that is not UTF-8 at the very end',
    `text.startsWith('tie') ? Buffer.from(text + '\\xff', 'latin1') : text`,
    inTie,
  ),
]
