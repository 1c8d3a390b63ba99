import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import type { Answers } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { exactly, isInLockStep, type Way } from '../session/script.ts'
import { answersOf, type Script, type Session } from '../session/session.ts'
import { gameOracle } from './oracle.ts'

const game = gameOracle(ticTacToe)
const scriptIn = (way: Way, lines: Answers, oracle = game) => oracle.script(lines, way) as Script

const whole = '0 3 1 4 2'
/** What is said of a session whose last output is changed. */
function verdictOn(way: Way, lines: string, last: (right: string) => string, exact = false) {
  const script = scriptIn(way, lines.split(' '))
  const { turns, end } = exactly(script)
  const session: Session = { turns: turns.with(-1, { output: last(turns.at(-1)?.output ?? '') }), end }
  return compare(script, session, { lockStep: isInLockStep(way), exact }).verdict
}

test.each<[way: Way, exact: boolean, lines: string, verdict: string]>([
  ['interactive', false, whole, 'WA'],
  ['interactive', true, whole, 'WA'],
  ['stdin', false, whole, 'WA'],
  ['pty', false, whole, 'AC'],
  ['pty', true, whole, 'AC'],
  ['interactive', false, '4', 'WA'],
  ['pty', false, '4', 'WA'],
])(
  'standard error may follow the end of a game in a terminal only: %s, exact: %s, %s',
  (way, exact, lines, verdict) => {
    expect(verdictOn(way, lines, (right) => `${right}oh`, exact)).toBe(verdict)
  },
)

test('the last output must come in a terminal all the same', () => {
  expect([verdictOn('pty', whole, (right) => right), verdictOn('pty', whole, () => 'oh')]).toEqual(['AC', 'WA'])
})

test('where all lines are sent at once, a game is played to its end, if that can be reached', () => {
  expect(scriptIn('stdin', ['4']).end.how).toBe('exit')
  expect(answersOf(scriptIn('interactive', ['4']))).toEqual(['4'])
  const endless = gameOracle({ ...ticTacToe, legal: () => [] })
  expect(scriptIn('args', ['4'], endless)).toMatchObject({ turns: [{}, { output: null }], end: { how: 'cut' } })
})
