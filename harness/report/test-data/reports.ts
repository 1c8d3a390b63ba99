import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { toBytes } from '../../session/bytes.ts'
import { compare } from '../../session/compare.ts'
import { scriptOf } from '../../session/script.ts'
import { answersOf, type Session } from '../../session/session.ts'
import { failureOf } from '../failure.ts'
import type { Case, EntryReport, Failure } from '../report.ts'

/** Reports for the tests of reporters. */

const opening = '...\n...\n...\nX> '
const afterMove = '...\n.X.\n...\nO> '

/** Output that could do harm in a page: markup, terminal sequences, invisible and bidirectional characters. */
const hostileOutput = [
  '</script></style></pre><script>alert(1)</script><img src=x onerror=alert(2)>',
  '<svg onload=alert(3)><iframe src="javascript:alert(4)"></iframe><a href="javascript:alert(5)">x</a>',
  "<link rel=stylesheet href=http://127.0.0.1:9/x><img src='http://127.0.0.1:9/y'> {{x}} &lt; &#60; ]]> <!--",
  '\x1b[31mred\x1b]0;title\x07 \0\b\x7f \u202Eevil\u2066 \u200b \ufeff \uffff \u2028 \u{e0041} \t\r',
].join('\n')

/** The failure of a program that writes this in a session of tic-tac-toe. */
export function failureFor(lines: readonly string[], output: string, change: Partial<Session> = {}): Failure {
  const script = scriptOf(ticTacToe, lines.map(toBytes))
  const turns = [...answersOf(script).map((answer) => ({ output: '', answer })), { output: toBytes(output) }]
  const outcome = compare(script, { turns, end: { how: 'exit', status: 0 }, ...change }, { lockStep: false })
  return failureOf('transitions', script, outcome, ticTacToe)
}

export const entry = (change: Partial<EntryReport> = {}): EntryReport => ({
  kind: 'entry',
  path: 'x/tic-tac-toe/node-args/a.ts',
  game: 'tic-tac-toe',
  runtime: 'node',
  input: 'args',
  bytes: 100,
  chars: 100,
  expected: 'AC',
  exact: false,
  variations: ['extra-newlines'],
  plan: [{ suite: 'transitions', runner: 'worker', sessions: 1234, covers: 'all 16,167 moves' }],
  ok: true,
  verdict: 'AC',
  failure: null,
  milliseconds: 1500,
  ...change,
})

export const failing = (failure: Failure, change: Partial<EntryReport> = {}): EntryReport =>
  entry({ ok: false, verdict: 'WA', failure, reproduce: 'npx ninehole judge x/a.ts', ...change })

/** A wrong entry that breaks the rule of X's marks. */
export const breaking = (): EntryReport => failing(failureFor(['4'], `${opening}...\n.O.\n...\nO> `))

const other = { input: '', ok: false, failure: null, milliseconds: 0 } as const
const lines = ['4', '9', '0', '1', '2', '3', '5', '6', '7', '8']
/** A case of every kind, the failing ones as hostile as can be. */
export const cases: readonly Case[] = [
  breaking(),
  failing(failureFor(lines, opening + hostileOutput, { stderr: toBytes(hostileOutput) }), {
    path: `x/<img src=x onerror=alert(6)>\u202E.ts`,
    reproduce: `npx ninehole judge 'x/<img src=x onerror=alert(6)>\u202E.ts'`,
  }),
  failing(failureFor(['"><script>alert(7)</script>\u202E', '\x1b[2J'], `${opening}invalid.\nX> x`)),
  failing(failureFor(['4'], opening + 'x'.repeat(200_000)), { verdict: 'OLE' }),
  failing(failureFor(['4'], opening + '\n'.repeat(100_000)), { verdict: 'OLE' }),
  failing({ ...failureFor(['4'], `${opening}?`), turns: [] }),
  failing({ ...failureFor(['4'], `${opening}!`), leftover: ['</p><script>alert(8)</script>\u202E', '\x1b[2J'] }),
  entry(),
  { ...other, kind: 'transcript', path: 'fixtures/b.transcript', line: 1, error: 'fixtures/b.transcript:1: <b>oh</b>' },
  {
    ...{ ...other, kind: 'fuzz', path: './my-ortho', game: 'tic-tac-toe', seed: 7, sessions: 12, verdict: 'WA' },
    failure: failureFor(['4'], `${opening}${afterMove.replace('O>', 'X>')}`),
  },
]
