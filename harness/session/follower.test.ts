import { expect, test } from 'vitest'
import { Follower } from './follower.ts'
import type { Script } from './session.ts'

const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: null }, { output: 'bye\n' }],
  end: { how: 'exit', status: 0 },
}
const cutOff: Script = { turns: script.turns.slice(0, 2).with(-1, { output: 'B> ' }), end: { how: 'cut' } }

/** The state of a follower after each piece. */
const follow = (script: Script, lockStep: boolean, ...pieces: string[]) => {
  const follower = new Follower(script, lockStep)
  return pieces.map((piece) => {
    follower.feed(piece)
    const { state, right } = follower
    const answer = state === 'waiting' ? [follower.answer()] : []
    return [state, right, follower.mayEnd(), ...answer]
  })
}

test('in lock-step each prompt has its answer, and the program may end when it has said all', () => {
  expect(follow(script, true, 'A', '> ', 'B> ', 'bye', '\n')).toEqual([
    ['reading', 1, false],
    ['waiting', 3, false, '1'],
    ['waiting', 6, false, null],
    ['reading', 9, false],
    ['reading', 10, true],
  ])
})

test('a byte that cannot be right is wrong for good', () => {
  expect(follow(script, true, 'A?', '> ')).toEqual([
    ['wrong', 1, false],
    ['wrong', 1, false],
  ])
  expect(follow(script, true, 'A> ', 'B> ', 'bye\n', '!')).toContainEqual(['wrong', 10, false])
  expect(follow(script, false, 'A> B> bye\n', '!')).toContainEqual(['wrong', 10, false])
})

test('in lock-step nothing may be said after a prompt', () => {
  expect(follow(script, true, 'A> B')).toEqual([['wrong', 3, false]])
  const waiting = new Follower(script, true)
  waiting.feed('A> ')
  waiting.feed('B')
  expect(waiting.state).toBe('wrong')
  expect(follow(cutOff, true, 'A> ', 'B> ', '!')).toEqual([
    ['waiting', 3, false, '1'],
    ['done', 6, true],
    ['wrong', 6, false],
  ])
})

test('where all input is there at once, no prompt waits, and what follows the last one is not read', () => {
  expect(follow(script, false, 'A> B', '> bye\n')).toEqual([
    ['reading', 4, false],
    ['reading', 10, true],
  ])
  expect(follow(cutOff, false, 'A> B> ', '!')).toEqual([
    ['done', 6, true],
    ['done', 6, true],
  ])
})

test('a text that is complete may go on, until it is answered', () => {
  const line = ['50', { name: 'n', oneOf: ['\n'], times: '?', exact: '\n' }] as const
  const script: Script = { turns: [{ output: line, answer: '1' }, { output: 'B' }], end: { how: 'exit', status: 0 } }
  const follower = new Follower(script, true)
  const states = ['50', '\n', '\n'].map((piece) => {
    follower.feed(piece)
    return follower.state
  })
  expect(states).toEqual(['waiting', 'waiting', 'wrong'])
  expect(follow(script, false, '50', '\n', 'B')).toEqual([
    ['reading', 2, false],
    ['reading', 3, false],
    ['reading', 4, true],
  ])
})

test('where all input is there at once, a text goes on although the next one may be empty', () => {
  const any = (text: string) => ({ name: text, oneOf: [text], times: '*' }) as const
  const turns = [{ output: ['A', any('\n')], answer: '1' }, { output: [any('b')], answer: '2' }, { output: 'C' }]
  expect(follow({ turns, end: { how: 'exit', status: 0 } }, false, 'A', '\n', 'C').at(-1)).toEqual(['reading', 3, true])
})

test('a program may end at its last text only, whatever it has said before', () => {
  const again: Script = { turns: [{ output: 'A', answer: '1' }, { output: 'A' }], end: { how: 'exit', status: 0 } }
  expect(follow(again, true, 'A', 'A')).toEqual([
    ['waiting', 1, false, '1'],
    ['reading', 2, true],
  ])
  expect(follow(again, false, 'A', 'A')).toEqual([
    ['reading', 1, false],
    ['reading', 2, true],
  ])
})

test('a program that says nothing waits at once', () => {
  const silent: Script = { turns: [{ output: '', answer: '1' }, { output: '' }], end: { how: 'cut' } }
  const follower = new Follower(silent, true)
  expect([follower.state, follower.answer(), follower.state]).toEqual(['waiting', '1', 'done'])
})

test('after its last answer a script has nothing more to say', () => {
  const follower = new Follower({ turns: [{ output: 'A> ', answer: '1' }], end: { how: 'cut' } }, true)
  follower.feed('A> ')
  expect(follower.state).toBe('done')
  expect(follower.answer()).toBe('1')
  expect(follower.answer()).toBe(null)
})
