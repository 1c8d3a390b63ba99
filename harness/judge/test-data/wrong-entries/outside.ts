import { type Fault, games, type WrongEntry } from './entry.ts'
import { given, reading } from './programs.ts'

const ends = [games.xWins, games.tie]
const spawn = (command: string, options: string) =>
  `require('node:child_process').spawn(${command}, ${options}).unref()`
const sleep = `'sleep', ['77']`

const right = (name: string, source: string): WrongEntry => ({ name, source, verdict: 'AC', passes: ends })
const wrong = (
  verdict: 'WA' | 'RTE' | 'TLE' | 'ILE',
  breaks: string,
  name: string,
  source: string,
  fault: Partial<Fault> = {},
) => ({ name, source, verdict, breaks, fails: ['0'], ...fault }) satisfies WrongEntry

const files: WrongEntry[] = [
  right(
    'files written beside it, at home and among the temporary ones',
    reading({
      first: `for (const folder of [__dirname, process.cwd(), process.env.HOME, require('node:os').tmpdir()])
  require('node:fs').writeFileSync(folder + '/ninehole-was-here', 'x')`,
    }),
  ),
  right(
    'a link to what is not its own',
    reading({ over: `try { require('node:fs').symlinkSync('/usr', 'ninehole-was-here') } catch {}` }),
  ),
]

const processes: WrongEntry[] = [
  right('a child in its group', reading({ first: spawn(sleep, `{ stdio: 'inherit' }`) })),
  right(
    'a child in a session of its own that holds the output open',
    reading({ first: spawn(sleep, `{ stdio: 'inherit', detached: true }`) }),
  ),
  right(
    'a child that writes all of its output',
    reading({
      say: `require('node:child_process').spawnSync('printf', ['%s', text], { stdio: ['ignore', 'inherit', 'inherit'] })`,
    }),
  ),
  wrong(
    'TLE',
    'turn',
    'a child of a child, by setsid',
    reading({
      first: spawn(`'setsid', ['sh', '-c', 'setsid sleep 77 & sleep 77']`, `{ stdio: 'inherit' }`),
      moved: 'for (;;);',
    }),
  ),
  wrong(
    'TLE',
    'turn',
    'a child that is waited for',
    reading({ moved: `require('node:child_process').spawnSync(${sleep}, { stdio: 'inherit' })` }),
  ),
]

const streams: WrongEntry[] = [
  wrong(
    'WA',
    'turn',
    'standard output closed after the first move, and reading on',
    reading({ moved: 'closeSync(1)', say: 'try { writeSync(1, text) } catch {}' }),
    { milliseconds: 500 },
  ),
  wrong(
    'RTE',
    'turn',
    'standard output closed after the first move, and writing on',
    reading({ moved: 'closeSync(1)' }),
  ),
  right('standard output closed after the closing message', reading({ over: 'closeSync(1)' })),
  wrong(
    'TLE',
    'ends',
    'all closed after the closing message, and no end',
    reading({ over: 'closeSync(0); closeSync(1); closeSync(2); for (;;);' }),
    { passes: ['0 1'], fails: [games.xWins] },
  ),
  wrong('ILE', 'turn', 'everything written to standard error', reading({ say: 'writeSync(2, text)' })),
  wrong('WA', 'turn', 'everything written to standard error (stdin)', reading({ say: 'writeSync(2, text)' }), {
    input: 'stdin',
    fails: ['0', games.xWins],
  }),
  wrong(
    'ILE',
    'prompt',
    'the prompt written to standard error',
    reading({ say: `writeSync(1, text.slice(0, -3)); writeSync(2, text.slice(-3))` }),
  ),
  wrong(
    'ILE',
    'prompt',
    'standard input read to its end (interactive)',
    given(`play(require('node:fs').readFileSync(0, 'latin1').split('\\n'))`),
  ),
  {
    ...right(
      `input by readFileSync('/dev/stdin')`,
      given(`play(require('node:fs').readFileSync('/dev/stdin', 'latin1').split('\\n'))`),
    ),
    input: 'stdin',
  },
  right(
    "output by writeFileSync('/dev/stdout')",
    reading({ say: `require('node:fs').writeFileSync('/dev/stdout', text)` }),
  ),
]

/** Entries that reach out of their process: files, other processes, streams, signals. */
export const outside: WrongEntry[] = [
  ...files,
  ...processes,
  ...streams,
  wrong(
    'TLE',
    'turn',
    'a loop that no polite signal ends',
    reading({
      first: `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE', 'SIGQUIT']) process.on(signal, () => {})`,
      moved: 'for (;;);',
    }),
  ),
]
