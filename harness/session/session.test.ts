import { expect, test } from 'vitest'
import { answersOf, echoOf, nameOfStatus, outputOf, shownOf } from './session.ts'

const turns = [{ output: 'name? ', answer: 'Ada' }, { output: 'age? ', answer: null }, { output: 'bye\n' }]

test('a session has answers, output, and looks as on a terminal', () => {
  expect(answersOf({ turns })).toEqual(['Ada', null])
  expect(outputOf({ turns })).toBe('name? age? bye\n')
  expect(shownOf({ turns })).toBe('name? Ada\nage? ^Dbye\n')
  expect(echoOf('')).toBe('\n')
})

test('a status names its signal, if there is one', () => {
  expect([0, 3, 128 + 9, 128 + 15, 255].map(nameOfStatus)).toEqual([
    'exit status 0',
    'exit status 3',
    'SIGKILL',
    'SIGTERM',
    'exit status 255',
  ])
})
