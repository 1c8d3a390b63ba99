import { describe, expect, test } from 'vitest'
import type { Lines } from '../../session/bytes.ts'
import { scriptOf } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'
import { gameReference } from '../reference/reference.ts'
import { shelf } from '../test-data/small-games.ts'
import {
  behindEndSuite,
  drawnSuite,
  endsSuite,
  givenSuite,
  type RecordedSessions,
  repeatedSuite,
  slowSuite,
  typedSuite,
} from './recorded.ts'
import { forLong, inRow } from './suite.ts'

interface Recorded {
  readonly given?: readonly (Lines | readonly (string | null)[])[]
  readonly drawn?: readonly Lines[]
  readonly words?: Lines
}

/** Sessions with the shelf. */
const recorded = ({ given = [], drawn = [], words = [] }: Recorded): RecordedSessions => ({
  reference: gameReference(shelf),
  given: given.map((lines) => scriptOf(shelf, lines)),
  drawn: drawn.map((lines) => scriptOf(shelf, lines)),
  ...{ seed: 7, words },
})

test('the recorded sessions and the random ones are played as they are, without the end of input', () => {
  const sessions = recorded({
    given: [
      ['1', '0', '2'],
      ['3', null],
    ],
    drawn: [['0'], ['2', '3']],
  })
  expect(givenSuite(sessions)).toEqual({ name: 'fixtures', sessions: [['1', '0', '2'], ['3']] })
  expect(drawnSuite(sessions)).toEqual({
    ...{ name: 'random', covers: '2 random sessions (seed 7)', sessions: [['0'], ['2', '3']] },
  })
})

describe('repetition', () => {
  const many = Array.from({ length: 25 }, (_, index) => `w${index}`)

  test('is of up to twenty words in a row, and of the first one for long', async () => {
    const suite = await repeatedSuite(recorded({ words: many }))
    expect(suite).toEqual({ name: 'repetition', sessions: [inRow(many.slice(0, 20)), forLong('w0')] })
  })

  test('goes as far as the reference goes', async () => {
    const { sessions } = await repeatedSuite(recorded({ words: ['1', '0', '2', '3'] }))
    expect(sessions[0]).toEqual(['1', '1', '1', '1', '0', '0', '0', '0', '2'])
  })

  test('needs words', async () => {
    expect((await repeatedSuite(recorded({}))).sessions).toEqual([])
  })
})

describe('lines after the end', () => {
  const words = ['a', 'b', 'c', 'd']

  test('are one of three words, three, the shortest session, and a hundred', () => {
    const long = ['0', '3', '2', '1']
    const { name, sessions } = behindEndSuite(recorded({ given: [long], drawn: [['1', '0', '2'], ['1']], words }))
    const hundred = Array.from({ length: 25 }, () => words).flat()
    const leftovers = [['a'], ['b'], ['c'], ['a', 'b', 'c'], ['1', '0', '2'], hundred]
    // The ended sessions in turn, the shortest first.
    const ended = [['1', '0', '2'], long]
    expect(name).toBe('leftover')
    expect(sessions).toEqual(leftovers.map((lines, index) => [...(ended[index % 2] ?? []), ...lines]))
  })

  test('stand after sessions that a line has ended, if there are any', () => {
    // The end of input has ended one, and the other is cut off.
    expect(behindEndSuite(recorded({ given: [['1', null], ['1']], words })).sessions).toEqual([])
    expect(behindEndSuite(recorded({ words })).sessions).toEqual([])
    // It ends before anything is typed.
    const atOnce: Script = { turns: [{ output: 'bye\n' }], end: { how: 'exit', status: 0 } }
    expect(behindEndSuite({ ...recorded({ words }), given: [atOnce] }).sessions).toEqual([])
  })

  test('may be of few words', () => {
    const { sessions } = behindEndSuite(recorded({ given: [['1', '0', '2']], words: ['a'] }))
    const after = sessions.map((lines) => lines.slice(3))
    expect(after.slice(0, 3)).toEqual([['a'], ['a'], ['1', '0', '2']])
    expect(after[3]).toEqual(Array.from({ length: 100 }, () => 'a'))
    const without = behindEndSuite(recorded({ given: [['1', '0', '2']] })).sessions.map((lines) => lines.slice(3))
    expect(without.at(-1)).toEqual(Array.from({ length: 100 }, () => ''))
  })
})

describe('a session is telling', () => {
  // Kinds of reply: the first one, a place taken, the shelf, the end.
  const [plain, refused, whole] = [
    ['1', '0', '3'],
    ['1', 'x', '0', '3'],
    ['1', 'x', '0', '2'],
  ]
  const first = (given: readonly Lines[]) => endsSuite(recorded({ given })).sessions.at(-1)

  test('if it has many kinds of reply: its input ends after each line', () => {
    expect(first([plain, refused])).toEqual(refused)
    expect(first([refused, plain])).toEqual(refused)
    const { name, covers, sessions } = endsSuite(recorded({ given: [plain], drawn: [whole] }))
    expect([name, covers]).toEqual(['ends', 'the end of input at 5 points'])
    expect(sessions).toEqual([[], ['1'], ['1', 'x'], ['1', 'x', '0'], whole])
    expect(endsSuite(recorded({})).sessions).toEqual([[]])
  })

  test('if it is short, of two with the same kinds', () => {
    expect(first([[...plain, 'x', 'y'], refused])).toEqual(refused)
  })

  test('in its first twenty lines', () => {
    const late = [...Array.from({ length: 20 }, () => 'x'), '1', '0', '3']
    expect(first([plain, late])).toEqual(plain)
    expect(first([late])).toEqual(late.slice(0, 20))
    // What follows the twentieth line counts, too.
    const last = [...Array.from({ length: 19 }, () => 'x'), '1', '0']
    expect(first([Array.from({ length: 30 }, () => 'x'), last])).toEqual(last.slice(0, 20))
  })

  test('a slow answer is in one that has several lines', () => {
    expect(
      slowSuite(
        recorded({
          given: [['1']],
          drawn: [
            ['1', '0'],
            ['2', '3'],
          ],
        }),
      ),
    ).toEqual({
      ...{ name: 'silence', sessions: [['1', '0']] },
    })
    expect(slowSuite(recorded({ given: [['1']] })).sessions).toEqual([])
  })

  test('in a terminal are five that a person can type', () => {
    const long = 'l'.repeat(200)
    const given = [['\t'], ['1', '\t'], [`${long}l`], [long], ['\xe9'], ['\x7f'], ['1'], ['2'], ['3'], ['0']]
    const { name, sessions } = typedSuite(recorded({ given }), () => undefined)
    expect(name).toBe('terminal')
    expect(sessions).toEqual([[long], ['\xe9'], ['1'], ['2'], ['3']])
    expect(typedSuite(recorded({ given }), () => 'no build')).toMatchObject({ notRun: 'no build', sessions: [] })
  })
})
