import { games, manyGames, right, type WrongEntry, wrong } from './entry.ts'
import { reading } from './programs.ts'

const { xWins, oWins, tie, ninthWins } = games

/** @param change what is written in place of every `text` */
const written = (change: string) => reading({ say: `writeSync(1, ${change})` })

/** Every byte counts. */
const bytes: WrongEntry[] = [
  wrong('WA', 'turn', 'carriage returns', written(`text.replace(/\\n/g, '\\r\\n')`)),
  wrong('WA', 'prompt', 'a prompt without space (stdin)', written(`text.replace('> ', '>')`), ['0'], {
    input: 'stdin',
  }),
  wrong(
    'WA',
    'same-player',
    'a board of another position after invalid.',
    written(`text.replace('invalid.\\n', '$&X.O\\n...\\n...\\n')`),
    ['x', '0 0'],
    { passes: [tie] },
  ),
  wrong('WA', 'row', 'X won!', written(`text.replace('won.', 'won!')`), [xWins, oWins], { passes: ['0 1 x', tie] }),
  wrong('WA', 'ends', 'a prompt after the closing message', written(`text.replace('tie.\\n', '$&X> ')`), [tie], {
    passes: [xWins],
  }),
  wrong(
    'WA',
    'ends',
    'a byte that is not UTF-8 at the very end',
    written(`text.startsWith('tie') ? Buffer.from(text + '\\xff', 'latin1') : text`),
    [tie],
  ),
]

/** Faults that hang on the way to a position, not on the position. */
const history: WrongEntry[] = [
  wrong(
    'WA',
    'turn',
    'a mark changes its owner after 4 0 2 6 1, but not after the same marks in another order',
    reading({ turn: `if (moves.join('') === '40261') fields[1] = 'O'` }),
    ['4 0 2 6 1'],
    { passes: ['2 0 4 6 1 3', '4 6 2 0 1 3', '1 0 2 6 4 3 7'] },
  ),
  wrong(
    'WA',
    'same-player',
    'an invalid line passes the turn on, in one position',
    reading({ refused: `if (fields.join('') === 'XO.......') player = 'O'` }),
    ['0 1 foo'],
    { passes: ['foo 0 foo 1 2 foo 3', '1 foo 0 foo 2'] },
  ),
  wrong(
    'TLE',
    'no-number',
    'the third invalid line in a row gets no reply',
    reading({ first: 'let refusals = 0', refused: 'if (++refusals === 3) for (;;);', moved: 'refusals = 0' }),
    ['x x x'],
    { passes: ['x x 0 x x'] },
  ),
  wrong(
    'WA',
    'ends',
    'a line after the end of the game is answered',
    reading({ over: `if (readLine()) say('invalid.\\n')` }),
    [`${xWins} 5`],
    { input: 'stdin', passes: [xWins] },
  ),
  wrong('TLE', 'ends', 'a line after the end of the game is waited for', reading({ over: 'readLine()' }), [xWins]),
  right('a line after the end of the game is read, and not answered', reading({ over: 'readLine()' }), {
    input: 'stdin',
    passes: [xWins, `${xWins} 5`],
  }),
]

/** Entries that change what the language and the runtime offer. */
const builtins: WrongEntry[] = [
  wrong(
    'WA',
    'row',
    'Array.prototype.some that is always false',
    reading({ first: 'Array.prototype.some = () => false' }),
    [xWins, oWins, ninthWins],
    { passes: [tie] },
  ),
  wrong(
    'WA',
    'turn',
    'process.stdout.write that writes nothing',
    reading({ first: 'process.stdout.write = () => true', say: 'process.stdout.write(text)' }),
    ['0'],
    { input: 'stdin' },
  ),
  wrong(
    'TLE',
    'turn',
    'a crash whose stack is never shown, as Error.prepareStackTrace loops',
    reading({ first: 'Error.prepareStackTrace = () => { for (;;); }', moved: 'new Error().stack' }),
    ['0'],
    { runtime: 'node' },
  ),
  right(
    'Object.prototype with accessors that throw',
    reading({
      first: `for (const name of ['said', 'line', 'status', 'then', 'message', 'id', 'session', 'verdict'])
  Object.defineProperty(Object.prototype, name, { get() { throw 1 }, set() { throw 2 } })`,
    }),
  ),
  right('a program without process', reading({ first: 'globalThis.process = { exit() { throw 1 } }' })),
  right(
    'frozen prototypes',
    reading({
      first: 'for (const one of [Object, Array, String, Function, RegExp, Promise]) Object.freeze(one.prototype)',
    }),
  ),
]

/** Makes a program wrong if `seen`, which `keep` brings about, is true: in a fresh process it is not. */
const onlyOnce = (seen: string, keep: string) =>
  reading({ first: `if (${seen}) require('node:fs').writeSync(1, 'again ')\n;${keep}` })

/**
 * State that ends with the process is right, because every session is a process of its own. State that outlives it is not: who
 * plays twice has it, too.
 */
const state: WrongEntry[] = [
  right('an environment variable is kept', onlyOnce('process.env.PLAYED', `process.env.PLAYED = '1'`)),
  wrong(
    'WA',
    'turn',
    'a file beside it is kept',
    onlyOnce(
      `require('node:fs').existsSync(__dirname + '/played')`,
      `require('node:fs').writeFileSync(__dirname + '/played', '')`,
    ),
    manyGames,
  ),
  wrong(
    'RTE',
    undefined,
    'its own source, written to',
    reading({ first: `require('node:fs').appendFileSync(__filename, "\\nrequire('node:fs').writeSync(1, 'again')")` }),
    manyGames,
  ),
  wrong(
    'RTE',
    undefined,
    'its own source, deleted',
    reading({ first: `require('node:fs').rmSync(__filename, { force: true })` }),
    manyGames,
  ),
]

/** Entries whose faults are in what they write. */
export const inOutput: readonly WrongEntry[] = [...bytes, ...history, ...builtins, ...state]
