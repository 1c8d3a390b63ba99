import { games, manyGames, right, type WrongEntry, wrong } from './entry.ts'
import { reading } from './programs.ts'

const { xWins, tie } = games
const ends = { passes: [xWins, tie] }
const builtin = (module: string) => `require('node:${module}')`
const loop = 'for (;;);'
const sleep = (milliseconds: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})`
const atSecond = (code: string) => ({ moved: `if (moves.length === 2) { ${code} }` })

/** Results that hang on the clock or on chance. */
const chance: WrongEntry[] = [
  wrong('WA', 'turn', 'Math.random in every turn', reading({ turn: `if (Math.random() < 0.9) say('\\r')` }), manyGames),
]

/** Programs that end too early: the status counts, and the output before. */
const endings: WrongEntry[] = [
  wrong('WA', 'turn', 'an empty program', ''),
  wrong('RTE', undefined, 'process.exit(1) before everything', reading({ first: 'process.exit(1)' })),
  wrong('WA', 'row', 'process.exit() in place of the closing message', reading({ closing: 'process.exit()' }), [
    xWins,
    tie,
  ]),
  right('process.exit(7) after the closing message', reading({ over: 'process.exit(7)' })),
  right('process.exit that does nothing', reading({ first: 'process.exit = () => {}' }), { milliseconds: 500 }),
  wrong('RTE', 'turn', 'throw undefined', reading(atSecond('throw undefined')), ['0 1'], { passes: ['0'] }),
  wrong('WA', 'turn', 'wrong output, and then a crash', reading(atSecond('say("?"); throw 1')), ['0 1'], {
    passes: ['0'],
  }),
  wrong('RTE', 'turn', 'SIGSEGV to itself', reading(atSecond(`process.kill(process.pid, 11); ${loop}`)), ['0 1'], {
    ...{ passes: ['0'], milliseconds: 5000 },
  }),
  wrong('RTE', 'turn', 'SIGKILL to its process group', reading(atSecond('process.kill(0, 9)')), ['0 1'], {
    passes: ['0'],
  }),
  wrong('TLE', 'turn', 'SIGSTOP to itself', reading(atSecond('process.kill(process.pid, "SIGSTOP")')), ['0 1'], {
    passes: ['0'],
  }),
]

const flood = (text: string, kilobytes: number, fd = 1) =>
  `{ const much = Buffer.alloc(65536, '${text}')
for (let written = 0; written < ${kilobytes}; written += 64) ${builtin('fs')}.writeSync(${fd}, much) }`
const gigabyte = 1024 * 1024

/** Programs that want more than their share. */
const appetite: WrongEntry[] = [
  wrong('WA', 'turn', 'a gigabyte of garbage before the first prompt', reading({ first: flood('x', gigabyte) })),
  wrong('OLE', 'turn', 'a gigabyte of newlines before the first board', reading({ first: flood('\\n', gigabyte) })),
  wrong('OLE', 'ends', '192 kilobytes of newlines, and the end', reading({ over: flood('\\n', 192) }), [tie], {
    passes: ['0 1'],
  }),
  right('64 kilobytes of newlines, and the end', reading({ over: flood('\\n', 64) }), { passes: [tie] }),
  wrong('TLE', 'turn', 'endless standard error', reading({ turn: `for (;;) writeSync(2, 'x'.repeat(65536))` })),
  right('four megabytes of standard error', reading({ first: flood('x', 4096, 2) }), ends),
  wrong(
    'MLE',
    undefined,
    'memory without end',
    reading({ turn: 'for (const all = []; ; ) all.push(Buffer.alloc(2 ** 22, 1))' }),
    ['0'],
    // A busy machine may look at its memory or at its time first.
    { milliseconds: 20_000 },
  ),
  wrong(
    'TLE',
    'ends',
    'a thread that never ends',
    reading({ first: `new (${builtin('worker_threads')}.Worker)('for (;;);', { eval: true })` }),
    [xWins],
    { runtime: 'node' },
  ),
]

const spawn = (command: string, options: string) => `${builtin('child_process')}.spawn(${command}, ${options}).unref()`
const sleeper = `'sleep', ['77']`

/** Entries that reach out of their process: files, other processes, streams, signals. */
const outside: WrongEntry[] = [
  right(
    'files written beside it, at home and among the temporary ones',
    reading({
      first: `for (const folder of [__dirname, process.cwd(), process.env.HOME, ${builtin('os')}.tmpdir()])
  ${builtin('fs')}.writeFileSync(folder + '/ninehole-was-here', 'x')`,
    }),
    ends,
  ),
  right(
    'a child in a session of its own that holds the output open',
    reading({ first: spawn(sleeper, `{ stdio: 'inherit', detached: true }`) }),
    ends,
  ),
  right(
    'a child that writes all of its output',
    reading({
      say: `${builtin('child_process')}.spawnSync('printf', ['%s', text], { stdio: ['ignore', 'inherit', 'inherit'] })`,
    }),
    ends,
  ),
  wrong(
    'TLE',
    'turn',
    'a child of a child, by setsid',
    reading({
      first: spawn(`'setsid', ['sh', '-c', 'setsid sleep 77 & sleep 77']`, `{ stdio: 'inherit' }`),
      moved: loop,
    }),
  ),
  wrong(
    'WA',
    'turn',
    'standard output closed after the first move, and reading on',
    reading({ moved: 'closeSync(1)', say: 'try { writeSync(1, text) } catch {}' }),
    ['0'],
    { milliseconds: 500 },
  ),
  wrong(
    'RTE',
    'turn',
    'standard output closed after the first move, and writing on',
    reading({ moved: 'closeSync(1)' }),
  ),
  wrong(
    'TLE',
    'ends',
    'all closed after the closing message, and no end',
    reading({ over: `closeSync(0); closeSync(1); closeSync(2); ${loop}` }),
    [xWins],
    { passes: ['0 1'] },
  ),
  wrong(
    'ILE',
    'prompt',
    'the prompt written to standard error',
    reading({ say: `writeSync(1, text.slice(0, -3)); writeSync(2, text.slice(-3))` }),
  ),
  wrong(
    'TLE',
    'turn',
    'a loop that no polite signal ends',
    reading({
      first: `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE', 'SIGQUIT']) process.on(signal, () => {})`,
      moved: loop,
    }),
  ),
]

/** Entries that leave something behind for the next session, or for those who clean up after them. */
const leftBehind: WrongEntry[] = [
  wrong(
    'RTE',
    undefined,
    'its own folder, deleted',
    reading({ over: `${builtin('fs')}.rmSync(__dirname, { recursive: true, force: true })` }),
    manyGames,
  ),
  right(
    'folders one in the other, deeper than a path can be long',
    reading({
      over: `for (let depth = 0; depth < 40; depth++) {
  ${builtin('fs')}.mkdirSync('x'.repeat(200))
  process.chdir('x'.repeat(200))
}`,
    }),
    { passes: [xWins] },
  ),
  wrong(
    'RTE',
    'turn',
    'a child in a session of its own that holds the output open, and a crash',
    reading({ first: spawn(sleeper, `{ stdio: 'inherit', detached: true }`), moved: 'process.exit(3)' }),
  ),
]

/** Programs that take their time. */
const slow: WrongEntry[] = [
  wrong('TLE', 'ends', 'a timer after the closing message', reading({ over: 'setInterval(() => {}, 10)' }), [tie], {
    passes: ['0 1'],
  }),
  wrong('TLE', 'turn', 'sleep before the first prompt', reading({ first: sleep(5000) })),
  wrong(
    'TLE',
    'turn',
    'newlines one by one, and never a board',
    reading({ turn: `for (;;) { say('\\n'); ${sleep(40)} }` }),
  ),
  right(
    'prompts in two parts',
    reading({ say: `writeSync(1, text.slice(0, -2)); ${sleep(60)}; writeSync(1, text.slice(-2))` }),
    { milliseconds: 5000, passes: [xWins] },
  ),
]

/** Entries whose faults are in what their processes do. */
export const inProcess: readonly WrongEntry[] = [...chance, ...endings, ...appetite, ...outside, ...leftBehind, ...slow]

/** The command of children that have left us, as no other run of the tests has it. */
export const escaped = `sleep 60.${process.pid}`

/** Starts a process that has left our group and shows no mark of ours, with a child of the same kind. */
const leave = spawn(
  `'/bin/sh', ['-c', 'setsid ${escaped} & ${escaped}']`,
  `{ stdio: 'ignore', detached: true, env: {} }`,
)

/** Entries whose children have neither our process group nor our environment variable. */
export const escaping: readonly WrongEntry[] = [
  right('children without a mark', reading({ first: leave }), { passes: [xWins] }),
  wrong('RTE', 'turn', 'children without a mark, and a crash', reading({ first: leave, moved: 'process.exit(3)' })),
]
