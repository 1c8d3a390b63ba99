import { expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { toBytes } from '../session/bytes.ts'
import { compare, type Demands } from '../session/compare.ts'
import { exactly, scriptOf } from '../session/script.ts'
import type { End, Script } from '../session/session.ts'
import { failureOf } from './failure.ts'
import { failureFor } from './test-data/reports.ts'

const exit: End = { how: 'exit', status: 0 }
const script: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: 'right\n' }], end: { ...exit } }

interface Played {
  readonly end?: End
  readonly of?: Script
  readonly game?: Game<unknown>
  readonly stderr?: string
  readonly demands?: Partial<Demands>
}

/** The failure of a program that writes these outputs, one in each turn, and the fault. */
function failed(outputs: readonly string[], { end = exit, of = script, game, demands, ...more }: Played = {}) {
  const turns = outputs.map((output, index) => ({ ...exactly(of).turns[index], output: toBytes(output) }))
  const outcome = compare(of, { turns, end, ...more }, { lockStep: true, ...demands })
  return { ...failureOf('', of, outcome, game, '$|=1'), fault: outcome.fault }
}

const silent = { how: 'silent', milliseconds: 2000 } as const
const blank: Script = { turns: [{ output: 'A\n\nB> ' }], end: exit }
const failing = { how: 'exit', status: 3 } as const
const waits = { ...silent, waits: true } as const
const flushed = { ...silent, later: 'flushed' } as const
const toEnd = 'no output for 2 s until its input was closed: it reads to the end of its input (^D)'

test.each<[string, outputs: readonly string[], Played]>([
  ['no output for 2 s; expected `A> `, at line 1, column 1 of the session, before any answer', [''], { end: silent }],
  ['no output for 2 s, then it went on: a slow program', [''], { end: { ...silent, later: 'wrote' } }],
  ['writes nothing until its input ends (no output for 2 s): it does not flush', [''], { end: flushed }],
  [toEnd, ['A> ', ''], { end: flushed }],
  ['waits for a line; expected `A> `', [''], { end: waits }],
  ['waits for a line; expected `right`', ['A> ', ''], { end: waits }],
  ['waits for a line; expected `right␊`, at line 2, column 6', ['A> ', 'right'], { end: waits }],
  ['waits for a line; expected `␊`, at line 2, column 1', ['A\n'], { end: waits, of: blank }],
  ['took more than 20 s for one reply', [''], { end: { how: 'slow', milliseconds: 20_000 } }],
  ['wrote more than 131072 bytes', [''], { end: { how: 'flood', bytes: 131_072 } }],
  ['used more than 768 MiB of memory', [''], { end: { how: 'memory', mebibytes: 768 } }],
  ['ran more than 64 processes', [''], { end: { how: 'processes', count: 64 } }],
  ['killed the shell that ran it', [''], { end: { how: 'lost' } }],
  ['its file was changed while it was judged', [''], { end: { how: 'changed' } }],
  ['does not end: waits for a line, at line 3, column 1', ['A> ', 'right\n'], { end: waits }],
  ['does not end before its input does (', ['A> ', 'right\n'], { end: { ...silent, later: 'ended' } }],
  ['does not end, at line 3', ['A> ', 'right\n'], { end: silent }],
  ['closed its output', ['A> ', ''], { end: { how: 'closed' } }],
  ['ended with SIGKILL', ['A> ', ''], { end: { how: 'exit', status: 137 } }],
  ['ended with exit status 3, not 0', ['A> ', 'right\n'], { end: failing, demands: { status: true } }],
  ['ends where it should read a line', ['A> '], {}],
  ['the output ends too early', ['A'], {}],
  ['wrote nothing', [''], {}],
  ['more output than expected', ['A> ', 'right\nmore'], {}],
  ['output differs in white space only', ['A> ', 'right \n'], {}],
  ["wrong output, at line 2, column 1 of the session, after answer 1 of 1, '1'", ['A> ', 'wrong\n'], {}],
  ['output before the input was sent', ['A> right\n'], {}],
  ['wrote 3 bytes to standard error, where none is allowed', ['A> ', 'right\n'], { stderr: 'oh\n' }],
  ['wrote 1 byte to standard error, where none is allowed', ['A> ', 'right\n'], { stderr: '\n' }],
  ['wrote at least 131,072 bytes to standard error', ['A> ', 'right\n'], { stderr: 'x'.repeat(131_072) }],
])('the sentence says what went wrong, and where: %s', (sentence, outputs, played) => {
  const failure = failed(outputs, { ...played, demands: { noStderr: true, ...played.demands } })
  expect(failure.sentence.slice(0, sentence.length)).toBe(sentence)
  // We cannot know when it wrote to standard error.
  expect(failure.sentence.includes(', at line')).toBe(played.stderr === undefined)
})

const game = ticTacToe as Game<unknown>
const row = ['0', '3', '1', '4', '2']

test('a place is a line and a column of the session as it is shown, with its answers', () => {
  const of = scriptOf(game, ['4', '0'])
  const outputs = exactly(of).turns.map(({ output }) => output)
  const place = "wrong output, at line 10, column 3 of the session, after answer 2 of 2, '0'"
  expect(failed(outputs.with(2, '\nO.é'), { of }).sentence).toBe(place)
  expect(failed([outputs.with(2, '\nO.é').join('')], { of, demands: { lockStep: false } }).sentence).toBe(place)
})

test.each<[rule: string | undefined, lines: string[], last: string, Played]>([
  ['turn', ['4'], '\n', { end: silent }],
  ['turn', ['4'], '\n', {}],
  ['prompt', ['4'], '', { end: flushed }],
  [undefined, ['4'], '\n', { end: { how: 'memory', mebibytes: 768 } }],
  [undefined, ['4'], '\n', { end: { how: 'processes', count: 64 } }],
  [undefined, ['4'], '\n', { end: { how: 'changed' } }],
  // What only the exact form forbids.
  [undefined, [], '\n...\n...\n...\nX> ', { end: { how: 'cut' }, demands: { exact: true } }],
  ['prompt', [], '\n...\n...\n...\nY> ', { end: { how: 'cut' }, demands: { exact: true } }],
  [undefined, row, 'X won.', { demands: { exact: true } }],
  ['row', row, 'X won', { demands: { exact: true } }],
  [undefined, row, 'X won.\n', { end: failing, demands: { exact: true } }],
  [undefined, [], '', { end: { how: 'exit', status: 1 } }],
  // Blanks behind the last word.
  [undefined, row, 'X won. \n', {}],
])('the rule that is broken is named: %s after %j, %j, %j', (rule, lines, last, played) => {
  const of = scriptOf(game, lines.map(toBytes))
  const outputs = exactly(of).turns.map(({ output }) => output)
  const failure = failed(outputs.with(-1, last), { ...played, of, game })
  expect(failure.fault).toBeDefined()
  expect(failure.rule?.id).toBe(rule)
})

test('standard error of up to twelve lines is kept whole; of a longer one, the first three and the last eight', () => {
  const stderrOf = (stderr: string) => failureFor([], 'no', { stderr }).stderr
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  expect(stderrOf(lines.slice(8).join('\n'))).toEqual(lines.slice(8))
  expect(stderrOf(`${lines.join('\n')}\n`)).toEqual([...lines.slice(0, 3), '… 9 more lines', ...lines.slice(12)])
  expect(stderrOf(lines.slice(7).join('\n'))).toHaveLength(12)
  expect(stderrOf('\x1b[31moh\r\n')).toEqual(['␛[31moh'])
  expect(stderrOf('x'.repeat(5000))).toEqual([`${'x'.repeat(500)}… 4,500 more characters`])
  const [ours, runtime] = ['    at go (mine.ts:3:10)', '    at Module.load (node:internal/modules/cjs/loader:1266:32)']
  expect(stderrOf([ours, runtime].join('\n'))).toEqual([ours])
  expect(stderrOf('')).toEqual([])
})
