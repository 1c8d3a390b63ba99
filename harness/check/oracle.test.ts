import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import type { Answers } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { exactly, isInLockStep, type Way } from '../session/script.ts'
import { answersOf, type Script, type Session } from '../session/session.ts'
import { gameOracle } from './oracle.ts'

const game = gameOracle(ticTacToe)
const scriptIn = (way: Way, lines: Answers, oracle = game) => oracle.script(lines, way) as Script

describe('the last output of a game', () => {
  const whole = ['0', '3', '1', '4', '2']
  const verdictOn = (way: Way, lines: Answers, last: (right: string) => string, exact = false) => {
    const script = scriptIn(way, lines)
    const { turns, end } = exactly(script)
    const session: Session = { turns: turns.with(-1, { output: last(turns.at(-1)?.output ?? '') }), end }
    return compare(script, session, { lockStep: isInLockStep(way), exact }).verdict
  }

  test.each<[way: Way, exact: boolean, verdict: string]>([
    ['interactive', false, 'WA'],
    ['interactive', true, 'WA'],
    ['stdin', false, 'WA'],
    ['pty', false, 'AC'],
    ['pty', true, 'AC'],
  ])('may be followed by standard error in a terminal only: %s, exact: %s', (way, exact, verdict) => {
    expect(verdictOn(way, whole, (right) => `${right}oh`, exact)).toBe(verdict)
  })

  test('the last output must come in a terminal all the same', () => {
    expect([verdictOn('pty', whole, (right) => right), verdictOn('pty', whole, () => 'oh')]).toEqual(['AC', 'WA'])
  })

  test.each<Way>(['interactive', 'pty'])('nothing follows a last output that is a prompt: %s', (way) => {
    expect(verdictOn(way, ['4'], (right) => `${right}oh`)).toBe('WA')
  })

  test('where all lines are sent at once, a game is played to its end, if that can be reached', () => {
    expect(scriptIn('stdin', ['4']).end.how).toBe('exit')
    expect(answersOf(scriptIn('interactive', ['4']))).toEqual(['4'])
    const endless = gameOracle({ ...ticTacToe, legal: () => [] })
    expect(scriptIn('args', ['4'], endless)).toMatchObject({ turns: [{}, { output: null }], end: { how: 'cut' } })
  })
})
