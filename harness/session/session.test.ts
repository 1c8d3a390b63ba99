import { expect, test } from 'vitest'
import { answersOf, echoOf, hasInputEnded, inputOf, outputOf, shownOf, signalOf } from './session.ts'

const turns = [{ output: 'name? ', answer: 'Ada' }, { output: 'age? ', answer: null }, { output: 'bye\n' }]

test('a session has answers, output, and looks as on a terminal', () => {
  expect(answersOf({ turns })).toEqual(['Ada', null])
  expect(outputOf({ turns })).toBe('name? age? bye\n')
  const end = { how: 'exit', status: 0 } as const
  expect([inputOf({ turns, end }), inputOf({ turns, end, leftover: ['x'] })]).toEqual(['Ada\n', 'Ada\nx\n'])
  expect(shownOf({ turns })).toBe('name? Ada\nage? ^Dbye\n')
  expect(echoOf('')).toBe('\n')
  expect([turns, turns.slice(1), turns.slice(2)].map((turns) => hasInputEnded({ turns }))).toEqual([true, true, false])
  expect(hasInputEnded({ turns: turns.slice(0, 2) })).toBe(false)
})

test('a status over 128 is that of a signal, if there is one', () => {
  expect([0, 9, 128, 128 + 9, 255].map(signalOf)).toEqual([undefined, undefined, undefined, 'SIGKILL', undefined])
})
