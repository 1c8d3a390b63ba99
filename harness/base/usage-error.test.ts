import { expect, test } from 'vitest'
import { nearest } from './usage-error.ts'

const known = ['pty', 'ortho', 'compare', 'status', 'prompt', 'unprompted', 'stderr', 'tic-tac-toe']

test.each([
  ['ortho', ['orhto', 'otho', 'orthos', 'ortoh']],
  ['pty', ['ptty', 'ptx', 'pyt']],
  ['compare', ['compair', 'cimpire']],
  ['status', ['stetas', 'Sttaus']],
  ['unprompted', ['unpropmted']],
  ['tic-tac-toe', ['tictactoe']],
  [undefined, ['orrha', 'xtx', 'cimpirr', 'ordo', 'start', 'type', 'x'.repeat(1000), '']],
])('%s is the nearest to what was mistyped', (word, mistyped) => {
  expect(mistyped.map((one) => nearest(one, known))).toEqual(mistyped.map(() => word))
})
