import { games, inBoth, type WrongEntry } from './entry.ts'
import { given, listening, reading } from './programs.ts'

const ends = [games.xWins, games.tie]
const spawn = (command: string, options: string) =>
  `require('node:child_process').spawn(${command}, ${options}).unref()`
const sleep = `'sleep', ['77']`

const builtin = (module: string) => `require('node:${module}')`

const files: WrongEntry[] = [
  {
    name: 'files written beside it, at home and among the temporary ones',
    source: reading({
      first: `for (const folder of [__dirname, process.cwd(), process.env.HOME, require('node:os').tmpdir()])
  require('node:fs').writeFileSync(folder + '/ninehole-was-here', 'x')`,
    }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'a hundred folders, one in the other',
    source: reading({
      over: `for (let depth = 0; depth < 100; depth++) { require('node:fs').mkdirSync('ninehole-was-here', { recursive: true }); process.chdir('ninehole-was-here') }`,
    }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'a link to what is not its own',
    source: reading({ over: `try { require('node:fs').symlinkSync('/usr', 'ninehole-was-here') } catch {}` }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'its own source read',
    source: reading({
      moved: `if (!require('node:fs').readFileSync(__filename, 'utf8').includes('tie.')) process.exit(1)`,
    }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'a file read that is not there',
    source: reading({ moved: `require('node:fs').readFileSync('nowhere')` }),
    verdict: 'RTE',
    fails: ['0'],
  },
]

const processes: WrongEntry[] = [
  {
    name: 'a child in its group',
    source: reading({ first: spawn(sleep, `{ stdio: 'inherit' }`) }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'a child in a session of its own that holds the output open',
    source: reading({ first: spawn(sleep, `{ stdio: 'inherit', detached: true }`) }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'a child of a child, by setsid',
    source: reading({
      first: spawn(`'setsid', ['sh', '-c', 'setsid sleep 77 & sleep 77']`, `{ stdio: 'inherit' }`),
      moved: 'for (;;);',
    }),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'twenty children',
    source: reading({ first: `for (let i = 0; i < 20; i++) ${spawn(sleep, `{ stdio: 'inherit' }`)}` }),
    verdict: 'AC',
    passes: [games.xWins],
  },
  {
    name: 'a child that is waited for',
    source: reading({ moved: `require('node:child_process').spawnSync(${sleep}, { stdio: 'inherit' })` }),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'a child that writes wrong output and is waited for',
    source: reading({ moved: `require('node:child_process').spawnSync('echo', ['wrong'], { stdio: 'inherit' })` }),
    verdict: 'WA',
    fails: ['0'],
  },
  {
    name: 'a child that writes all of its output',
    source: reading({
      say: `require('node:child_process').spawnSync('printf', ['%s', text], { stdio: ['ignore', 'inherit', 'inherit'] })`,
    }),
    verdict: 'AC',
    passes: ends,
  },
]

const streams: WrongEntry[] = [
  {
    name: 'standard output closed after the first move, and reading on',
    source: reading({ moved: 'closeSync(1)', say: 'try { writeSync(1, text) } catch {}' }),
    verdict: 'WA',
    milliseconds: 500,
    fails: ['0'],
  },
  {
    name: 'standard output closed after the first move, and the end',
    source: reading({ moved: 'closeSync(1); process.exit()' }),
    verdict: 'WA',
    fails: ['0'],
  },
  {
    name: 'standard output closed after the first move, and writing on',
    source: reading({ moved: 'closeSync(1)' }),
    verdict: 'RTE',
    fails: ['0'],
  },
  {
    name: 'standard output closed after the closing message',
    source: reading({ over: 'closeSync(1)' }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'standard output closed after the closing message, and no end',
    source: reading({ over: 'closeSync(1); for (;;);' }),
    verdict: 'TLE',
    passes: ['0 1'],
    fails: [games.xWins],
  },
  {
    name: 'all closed after the closing message, and no end',
    source: reading({ over: 'closeSync(0); closeSync(1); closeSync(2); for (;;);' }),
    verdict: 'TLE',
    fails: [games.xWins],
  },
  {
    name: 'standard input closed after the first move',
    source: reading({ moved: 'closeSync(0)' }),
    verdict: 'RTE',
    fails: ['0 1'],
  },
  ...inBoth({
    name: 'standard input destroyed after the first move',
    source: listening({ asked: 'if (moves.length === 1) process.stdin.destroy()' }),
    verdict: 'WA',
    fails: ['0 1'],
  }),
  {
    name: 'standard output ended after the first move, and written to (node)',
    source: listening({ moved: 'process.stdout.end()' }),
    verdict: 'RTE',
    runtime: 'node',
    fails: ['0'],
  },
  {
    name: 'everything written to standard error',
    source: reading({ say: 'writeSync(2, text)' }),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'everything written to standard error (stdin)',
    source: reading({ say: 'writeSync(2, text)' }),
    verdict: 'WA',
    input: 'stdin',
    fails: ['0', games.xWins],
  },
  {
    name: 'the prompt written to standard error',
    source: reading({ say: `writeSync(1, text.slice(0, -3)); writeSync(2, text.slice(-3))` }),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'standard input read to its end (interactive)',
    source: given(`play(require('node:fs').readFileSync(0, 'latin1').split('\\n'))`),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'a terminal asked for, where there is none (node)',
    source: reading({ first: 'process.stdin.setRawMode(true)' }),
    verdict: 'RTE',
    runtime: 'node',
    fails: ['0'],
  },
]

/** Right ones: as golfers read their input, so that what reads it differently is not refused. */
const inputs: WrongEntry[] = (
  [
    ['readFileSync(0)', `play(require('node:fs').readFileSync(0, 'latin1').split('\\n'))`],
    [
      "process.stdin.on('data') and 'end'",
      `let text = ''; process.stdin.on('data', (bytes) => (text += bytes)).on('end', () => play(text.split('\\n')))`,
    ],
    [
      'for await of process.stdin',
      `(async () => { let text = ''; for await (const bytes of process.stdin) text += bytes; play(text.split('\\n')) })()`,
    ],
    [
      'readline',
      `const all = []; require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => all.push(line)).on('close', () => play(all))`,
    ],
  ] as const
).flatMap(([name, code]) =>
  inBoth({
    name: `input by ${name}`,
    source: given(code),
    verdict: 'AC',
    input: 'stdin',
    passes: [games.refused, games.tie, `${games.oWins} 0 1`],
  }),
)

const signals: WrongEntry[] = [
  {
    name: 'a loop that no polite signal ends',
    source: reading({
      first: `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE', 'SIGQUIT']) process.on(signal, () => {})`,
      moved: 'for (;;);',
    }),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'a right program that no polite signal ends',
    source: reading({
      first: `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE']) process.on(signal, () => {})`,
    }),
    verdict: 'AC',
    passes: ends,
  },
]

/** Entries that reach out of their process: files, other processes, streams, signals. */

const byName: WrongEntry[] = [
  ...inBoth({
    name: `input by readFileSync('/dev/stdin')`,
    source: given(`play(${builtin('fs')}.readFileSync('/dev/stdin', 'latin1').split('\\n'))`),
    verdict: 'AC',
    input: 'stdin',
    passes: ends,
  }),
  {
    name: "output by writeFileSync('/dev/stdout')",
    source: reading({ say: `${builtin('fs')}.writeFileSync('/dev/stdout', text)` }),
    verdict: 'AC',
    passes: ends,
  },
]

export const outside = [...files, ...processes, ...streams, ...inputs, ...signals, ...byName]
