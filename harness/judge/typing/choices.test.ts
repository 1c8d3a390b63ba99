import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { toBytes } from '../../session/bytes.ts'
import { type Choices, choicesOfGame, choicesOfRecordings, choicesOfSources, choicesOfWords } from './choices.ts'

/** The choices after these lines. */
const afterLines = (choices: Choices, ...lines: string[]) => lines.reduce((before, line) => before.after(line), choices)

/** Counts up to two; `é` ends it. It fails when it is used after its end. */
const counter: Game<number> = {
  ...{ name: 'counter', prompt: /^> /, nonsense: ['ñ'], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer: (state, line) => (line === 'é' || state === 1 ? { output: 'bye\n' } : { output: '> ', state: state + 1 }),
  legal: (state) => ['up', 'é', `${state.toString()}`],
  illegal: (state) => [`no ${state.toString()}`],
}

describe('the choices of a game', () => {
  const choices = choicesOfGame(counter)

  test('are its legal and its refused lines in each state', () => {
    expect(choices).toMatchObject({ likely: ['up', toBytes('é'), '0'], isOver: false })
    expect(choices.others).toEqual(['no 0', toBytes('ñ')])
    expect(afterLines(choices, 'up').likely).toEqual(['up', toBytes('é'), '1'])
    expect(afterLines(choices, 'up').others).toEqual(['no 1', toBytes('ñ')])
  })

  test('end with the game', () => {
    expect(afterLines(choices, 'up', '1').isOver).toBe(true)
    expect(afterLines(choices, toBytes('é')).isOver).toBe(true)
  })

  test('include everywhere those that end it at once', () => {
    for (const here of [choices, afterLines(choices, 'up')]) expect(here.last).toEqual([toBytes('é')])
  })

  test('are none if it is over when it opens', () => {
    const choices = choicesOfGame({ ...counter, open: () => ({ output: 'bye\n' }) })
    expect(choices).toMatchObject({ likely: [], others: [], last: [], isOver: true })
  })
})

test('words are the same everywhere, and are never over', () => {
  const choices = choicesOfWords(['a', 'quit'], ['quit'])
  for (const here of [choices, afterLines(choices, 'quit', 'a')])
    expect(here).toMatchObject({ likely: ['a', 'quit'], others: [], last: ['quit'], isOver: false })
  expect(choicesOfWords(['a']).last).toEqual([])
})

describe('the choices of recorded sessions', () => {
  test('are likely where they were typed, and others elsewhere', () => {
    const choices = choicesOfRecordings([
      ['a', 'b', 'c'],
      ['a', 'd'],
    ])
    expect(choices).toMatchObject({ likely: ['a', 'a'], last: [], isOver: false })
    expect(afterLines(choices, 'a').likely).toEqual(['b', 'd'])
    expect(afterLines(choices, 'a', 'b').likely).toEqual(['c'])
    expect(afterLines(choices, 'a').others).toEqual(['a', 'b', 'c', 'd'])
    expect(choices.others).toEqual(['a', 'b', 'c', 'd'])
  })

  test('include everywhere those that end a session', () => {
    const choices = choicesOfRecordings([['a', 'quit']], ['quit'])
    expect([choices.last, afterLines(choices, 'a').last]).toEqual([['quit'], ['quit']])
  })

  test('do not include the end of input', () => {
    const choices = choicesOfRecordings([['a', null], [null]])
    expect(choices.likely).toEqual(['a'])
    expect(choices.others).toEqual(['a'])
    expect(choicesOfRecordings([[null]])).toMatchObject({ likely: [], others: [] })
  })

  test('are those after the same lines, up to three', () => {
    const choices = choicesOfRecordings([
      ['x', 'a', 'b', 'c', '1'],
      ['y', 'a', 'b', 'c', '2'],
      ['b', 'c', '3'],
      ['c', '4'],
    ])
    expect(afterLines(choices, '?', '?', '?', 'c').likely).toEqual(['1', '2', '3', '4'])
    expect(afterLines(choices, '?', '?', 'b', 'c').likely).toEqual(['1', '2', '3'])
    expect(afterLines(choices, '?', 'a', 'b', 'c').likely).toEqual(['1', '2'])
    expect(afterLines(choices, 'x', 'a', 'b', 'c').likely).toEqual(['1', '2'])
    expect(afterLines(choices, '?', 'x', 'a', 'b', 'c').likely).toEqual(['1', '2'])
  })

  test('are all answers after a line that is not recorded', () => {
    expect(afterLines(choicesOfRecordings([['a', 'b']]), '?').likely).toEqual(['a', 'b'])
  })

  test('are at the beginning those of beginnings', () => {
    const choices = choicesOfRecordings([
      ['a', 'b', 'begun'],
      ['x', 'a', 'b', 'later'],
    ])
    expect(choices.likely).toEqual(['a', 'x'])
    expect(afterLines(choices, 'a').likely).toEqual(['b'])
    expect(afterLines(choices, 'a', 'b').likely).toEqual(['begun'])
    expect(afterLines(choices, 'x', 'a', 'b').likely).toEqual(['later'])
    expect(afterLines(choices, '?', 'a', 'b').likely).toEqual(['begun', 'later'])
  })

  test('are after three lines those of any point', () => {
    const choices = choicesOfRecordings([
      ['a', 'b', 'c', 'begun'],
      ['x', 'a', 'b', 'c', 'later'],
    ])
    for (const first of ['x', '?']) expect(afterLines(choices, first, 'a', 'b', 'c').likely).toEqual(['begun', 'later'])
    expect(afterLines(choices, 'a', 'b', 'c').likely).toEqual(['begun', 'later'])
  })
})

describe('the choices of several sources', () => {
  test('are those of all', () => {
    const choices = choicesOfSources([
      choicesOfWords(['a', 'quit'], ['quit']),
      choicesOfRecordings([['b', 'c']], ['bye']),
    ])
    expect(choices).toMatchObject({ likely: ['a', 'quit', 'b'], others: ['b', 'c'], last: ['quit', 'bye'] })
    expect(afterLines(choices, 'b').likely).toEqual(['a', 'quit', 'c'])
  })

  test('are those of one if there is no other', () => {
    const words = choicesOfWords(['a'])
    expect(choicesOfSources([words])).toBe(words)
    const game = choicesOfSources([choicesOfGame(counter)])
    expect(afterLines(game, 'up').likely).toContain('1')
  })

  test('are over when all sources are; one that is over adds nothing', () => {
    const up = choicesOfSources([choicesOfGame(counter), choicesOfGame(counter)])
    expect(afterLines(up, 'up').isOver).toBe(false)
    expect(afterLines(up, 'up', 'up').isOver).toBe(true)
    const mixed = choicesOfSources([choicesOfGame(counter), choicesOfWords(['a'])])
    expect(afterLines(mixed, 'up', 'up')).toMatchObject({ likely: ['a'], others: [], last: [], isOver: false })
    expect(afterLines(mixed, 'up', 'up', 'a').likely).toEqual(['a'])
  })
})
