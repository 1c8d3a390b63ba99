import { expect, test } from 'vitest'
import { Follower } from './follower.ts'
import type { Script } from './session.ts'

const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: null }, { output: 'bye\n' }],
  end: { how: 'exit', status: 0 },
}

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

test('a program may end at its last text only, whatever it has said before', () => {
  const again: Script = { turns: [{ output: 'A', answer: '1' }, { output: 'A' }], end: { how: 'exit', status: 0 } }
  expect(follow(again, false, 'A', 'A')).toEqual([
    ['reading', 1, false],
    ['reading', 2, true],
  ])
})

test('after its last answer a script has nothing more to say', () => {
  const follower = new Follower({ turns: [{ output: 'A> ', answer: '1' }], end: { how: 'cut' } }, true)
  follower.feed('A> ')
  expect(follower.state).toBe('done')
  expect(follower.answer()).toBe('1')
  expect(follower.answer()).toBe(null)
})
