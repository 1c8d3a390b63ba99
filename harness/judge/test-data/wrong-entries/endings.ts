import { games, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

const second = (code: string) => ({ moved: `if (moves.length === 2) { ${code} }` })
const atOnce = { breaks: 'turn', fails: ['0'] }
const atSecond = { breaks: 'turn', passes: ['0'], fails: ['0 1'] }

/** Programs that end too early: the status counts, and the output before. */
export const endings: WrongEntry[] = [
  { name: 'an empty program', source: '', verdict: 'WA', ...atOnce },
  { name: 'a comment', source: '// tic-tac-toe', input: 'stdin', verdict: 'WA', ...atOnce },
  {
    name: 'process.exit(1) before everything',
    source: reading({ first: 'process.exit(1)' }),
    verdict: 'RTE',
    ...atOnce,
  },
  {
    name: 'process.exit() at the first prompt',
    source: reading({ asked: 'process.exit()' }),
    verdict: 'WA',
    breaks: 'turn',
    fails: ['0'],
  },
  {
    name: 'process.exit(3) after the second move',
    source: reading(second('process.exit(3)')),
    verdict: 'RTE',
    ...atSecond,
  },
  {
    name: 'process.exit() in place of the closing message',
    source: reading({ closing: 'process.exit()' }),
    verdict: 'WA',
    breaks: 'row',
    passes: ['0 1'],
    fails: [games.xWins, games.tie],
  },
  {
    name: 'process.exit(7) after the closing message',
    source: reading({ over: 'process.exit(7)' }),
    verdict: 'AC',
    passes: Object.values(games),
  },
  { name: 'throw undefined', source: reading(second('throw undefined')), verdict: 'RTE', ...atSecond },
  {
    name: 'wrong output, and then a crash',
    source: reading(second('say("?"); throw 1')),
    verdict: 'WA',
    ...atSecond,
    breaks: 'turn',
  },
  ...['SIGKILL', 'SIGINT', 'SIGSEGV'].map(
    (signal): WrongEntry => ({
      name: `${signal} to itself`,
      source: reading(second(`process.kill(process.pid, '${signal}'); for (;;);`)),
      verdict: 'RTE',
      milliseconds: 5000,
      ...atSecond,
    }),
  ),
  {
    name: 'SIGKILL to its process group',
    source: reading(second('process.kill(0, 9)')),
    verdict: 'RTE',
    ...atSecond,
  },
  {
    name: 'SIGSTOP to itself',
    source: reading(second('process.kill(process.pid, "SIGSTOP")')),
    verdict: 'TLE',
    ...atSecond,
  },
  {
    name: 'a promise that never settles, while input may come',
    source: listening(second('return')),
    verdict: 'TLE',
    ...atSecond,
  },
]
