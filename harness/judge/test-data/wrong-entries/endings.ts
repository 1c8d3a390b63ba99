import { games, inBoth, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

type Shown = Omit<WrongEntry, 'name' | 'source'>
const atOnce = { passes: [], fails: ['0'] }
const atSecond = { passes: ['0'], fails: ['0 1'] }
const second = (code: string) => ({ moved: `if (moves.length === 2) { ${code} }` })
const ended = (name: string, source: string, shown: Shown): WrongEntry => ({ name, source, ...shown })

/** Programs that end too early: the status counts, and the output before. */
const exits: WrongEntry[] = [
  ended('process.exit() before everything', reading({ first: 'process.exit()' }), { verdict: 'WA', ...atOnce }),
  ended('process.exit(1) before everything', reading({ first: 'process.exit(1)' }), { verdict: 'RTE', ...atOnce }),
  ended('process.exit() at the first prompt', reading({ asked: 'process.exit()' }), { verdict: 'WA', ...atOnce }),
  ended('process.exit(3) after the second move', reading(second('process.exit(3)')), { verdict: 'RTE', ...atSecond }),
  ended('process.exit() in place of the closing message', reading({ closing: 'process.exit()' }), {
    verdict: 'WA',
    passes: ['0 1'],
    fails: [games.xWins, games.tie],
  }),
  ended('process.exit(7) after the closing message', reading({ over: 'process.exit(7)' }), {
    verdict: 'AC',
    passes: Object.values(games),
  }),
  ended(
    'process.exit() in finally hides the crash',
    reading(second('try { throw new Error("lost") } finally { process.exit() }')),
    {
      verdict: 'WA',
      ...atSecond,
    },
  ),
  ended(
    'process.exit(4) in finally, after return',
    reading(second('(() => { try { return 1 } finally { process.exit(4) } })()')),
    {
      verdict: 'RTE',
      ...atSecond,
    },
  ),
  ended('process.exit() caught: nothing catches it', reading(second('try { process.exit() } catch {}')), {
    verdict: 'WA',
    ...atSecond,
  }),
  ended('process.exit(256): 0, for a status is a byte (node)', reading(second('process.exit(256)')), {
    verdict: 'WA',
    runtime: 'node',
    ...atSecond,
  }),
  ended('process.exit(-1) (node)', reading(second('process.exit(-1)')), {
    verdict: 'RTE',
    runtime: 'node',
    ...atSecond,
  }),
  ended('process.exit("one"), which throws (node)', reading(second('process.exit("one")')), {
    verdict: 'RTE',
    runtime: 'node',
    ...atSecond,
  }),
  ended('process.reallyExit(0) (node)', reading(second('process.reallyExit(0)')), {
    verdict: 'WA',
    runtime: 'node',
    ...atSecond,
  }),
  ended(
    'process.exit by way of the constructor of all functions',
    reading(second('(() => {}).constructor("process.exit(2)")()')),
    {
      verdict: 'RTE',
      ...atSecond,
    },
  ),
  ended('process.exit in a microtask', listening(second('Promise.resolve().then(() => process.exit())')), {
    verdict: 'WA',
    passes: ['0 1'],
    fails: ['0 1 2'],
  }),
  ended('process.exit(5) when it exits', reading({ first: 'process.on("exit", () => process.exit(5))' }), {
    verdict: 'AC',
    passes: [games.xWins, games.tie],
  }),
  ended(
    'process.exitCode, and then nothing more to do',
    listening(second('process.exitCode = 4; process.stdin.destroy(); return')),
    {
      verdict: 'RTE',
      ...atSecond,
    },
  ),
  ended(
    'process.exit() before its own buffer is flushed',
    listening({
      first: 'let buffer = ""',
      say: 'buffer += text; setTimeout(() => { process.stdout.write(buffer); buffer = "" }, 20)',
      over: 'process.exit()',
    }),
    { verdict: 'WA', input: 'stdin', fails: ['0', games.xWins] },
  ),
  ended(
    'process.exit() right after process.stdout.write, which has written (node)',
    listening({ over: 'process.exit()' }),
    {
      verdict: 'AC',
      runtime: 'node',
      passes: [games.xWins, games.tie],
    },
  ),
  ...inBoth(ended('an empty program', '', { verdict: 'WA', ...atOnce })),
  ended('a comment', '// tic-tac-toe', { verdict: 'WA', input: 'stdin', ...atOnce }),
]

const crashes: WrongEntry[] = [
  ...['undefined', 'null', '1', '0', '"text"', '{}', 'Symbol("s")', 'new Proxy({}, { get() { throw 1 } })'].flatMap(
    (what) => inBoth(ended(`throw ${what}`, reading(second(`throw ${what}`)), { verdict: 'RTE', ...atSecond })),
  ),
  ended('throw undefined after the closing message', reading({ over: 'throw undefined' }), {
    verdict: 'AC',
    passes: [games.xWins, games.tie],
  }),
  ended('wrong output, and then a crash', reading(second('say("?"); throw 1')), { verdict: 'WA', ...atSecond }),
  ended('wrong output, and then killed', reading(second('say("?"); process.kill(process.pid, 9)')), {
    verdict: 'WA',
    ...atSecond,
  }),
  ended(
    'a crash, and then wrong output',
    reading({ first: 'process.on("exit", () => require("node:fs").writeSync(1, "?"))', ...second('throw 1') }),
    {
      verdict: 'WA',
      ...atSecond,
    },
  ),
  ended('a name that is not there', reading(second('nowhere')), { verdict: 'RTE', ...atSecond }),
  ended('a syntax error', 'for (;;', { verdict: 'RTE', ...atOnce }),
  ended('a module that is not there', reading({ first: 'require("./nowhere")' }), { verdict: 'RTE', ...atOnce }),
  ...inBoth(
    ended('recursion without end', reading(second('const deeper = () => 1 + deeper(); deeper()')), {
      verdict: 'RTE',
      ...atSecond,
    }),
  ),
  ended(
    'recursion without end, caught',
    reading(second('const deeper = () => 1 + deeper(); try { deeper() } catch {}')),
    {
      verdict: 'AC',
      passes: [games.xWins, games.tie],
    },
  ),
  ended('process.abort()', reading(second('process.abort()')), { verdict: 'RTE', ...atSecond }),
  ...['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2', 'SIGSEGV'].map((signal) =>
    ended(`${signal} to itself`, reading(second(`process.kill(process.pid, '${signal}'); for (;;);`)), {
      verdict: 'RTE',
      milliseconds: 5000,
      ...atSecond,
    }),
  ),
  ended('SIGKILL to its process group', reading(second('process.kill(0, 9)')), { verdict: 'RTE', ...atSecond }),
  ended('SIGSTOP to itself', reading(second('process.kill(process.pid, "SIGSTOP")')), { verdict: 'TLE', ...atSecond }),
  ended('SIGKILL to itself after the closing message', reading({ over: 'process.kill(process.pid, 9)' }), {
    verdict: 'AC',
    passes: [games.xWins, games.tie],
  }),
]

const promises = (
  [
    ended(
      `a promise that never settles, and nothing else to wait for`,
      listening({
        first: '(async () => { await new Promise(() => {}) })()',
        ...second('process.stdin.destroy(); return'),
      }),
      { verdict: 'WA', ...atSecond },
    ),
    ended(`a promise that never settles, while input may come`, listening(second('return')), {
      verdict: 'TLE',
      ...atSecond,
    }),
    ended(`a rejection that nobody handles`, listening(second('Promise.reject(new Error("lost")); return')), {
      verdict: 'RTE',
      ...atSecond,
    }),
    ended(`a rejection with undefined`, listening(second('Promise.reject(); return')), {
      verdict: 'RTE',
      ...atSecond,
    }),
    ended(
      `a rejection that is handled too late`,
      listening(second('const lost = Promise.reject(1); setTimeout(() => lost.catch(() => {}), 50); return')),
      {
        verdict: 'RTE',
        ...atSecond,
      },
    ),
    ended(`a rejection that has no turn before the end`, reading(second('Promise.reject(1)')), {
      verdict: 'AC',
      passes: [games.xWins, games.tie],
    }),
    ended(`a rejection that is handled`, listening(second('Promise.reject(1).catch(() => {})')), {
      verdict: 'AC',
      passes: [games.xWins, games.tie],
    }),
    ended(
      `rejections that are all ignored`,
      listening({
        first: 'process.on("unhandledRejection", () => {})',
        ...second('Promise.reject(1)'),
      }),
      { verdict: 'AC', passes: [games.xWins, games.tie] },
    ),
    ended(
      `a crash that is ignored, and with it the line`,
      listening({
        first: 'process.on("uncaughtException", () => {})',
        ...second('throw 1'),
      }),
      { verdict: 'TLE', ...atSecond },
    ),
  ] satisfies WrongEntry[]
).flatMap(inBoth)

export const endings = [...exits, ...crashes, ...promises]
