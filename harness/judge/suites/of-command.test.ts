import { describe, expect, test } from 'vitest'
import { needsTerminal } from '../../run/test-helpers.ts'
import type { Answers, Lines } from '../../session/bytes.ts'
import { scriptOf } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'
import { gameReference } from '../reference/reference.ts'
import { shelf } from '../test-data/small-games.ts'
import type { CommandSuiteName } from './names.ts'
import { commandSuites, type RecordedSessions } from './of-command.ts'
import { eachFourTimes, manyTimes } from './suite.ts'

interface Recorded {
  readonly given?: readonly Answers[]
  readonly drawn?: readonly Answers[]
  readonly words?: Lines
}

/** Sessions with the shelf. */
const recorded = ({ given = [], drawn = [], words = [] }: Recorded): RecordedSessions => ({
  reference: gameReference(shelf),
  given: given.map((lines) => scriptOf(shelf, lines)),
  drawn: drawn.map((lines) => scriptOf(shelf, lines)),
  ...{ seed: 7, words },
})
const suiteOf = async (name: CommandSuiteName, sessions: Recorded) => commandSuites[name].make(recorded(sessions))
const sessionsOf = async (name: CommandSuiteName, sessions: Recorded) => (await suiteOf(name, sessions)).sessions

test('recorded sessions and random ones are played as they are, without the end of input', async () => {
  const sessions = {
    given: [
      ['1', '0', '2'],
      ['3', null],
    ],
    drawn: [['0'], ['2', '3']],
  }
  expect(await suiteOf('fixtures', sessions)).toEqual({ name: 'fixtures', sessions: [['1', '0', '2'], ['3']] })
  const covers = '2 random sessions (seed 7)'
  expect(await suiteOf('random', sessions)).toEqual({ name: 'random', covers, sessions: [['0'], ['2', '3']] })
})

describe('repetition', () => {
  const many = Array.from({ length: 25 }, (_, index) => `w${index}`)

  test.each<[string, Lines, Lines[]]>([
    ['is of up to twenty words, and of the first one alone', many, [eachFourTimes(many.slice(0, 20)), manyTimes('w0')]],
    ['ends with the session', ['1', '0', '2'], [['1', '1', '1', '1', '0', '0', '0', '0', '2'], manyTimes('1')]],
    ['needs words', [], []],
  ])('%s', async (_, words, sessions) => {
    expect(await suiteOf('repetition', { words })).toEqual({ name: 'repetition', sessions })
  })
})

describe('lines after the end', () => {
  const words = ['a', 'b', 'c', 'd']

  test('are one of three words, three, the shortest session, and a hundred', async () => {
    const long = ['0', '3', '2', '1']
    const suite = await suiteOf('leftover', { given: [long], drawn: [['1', '0', '2'], ['1']], words })
    const hundred = Array.from({ length: 25 }, () => words).flat()
    const leftovers = [['a'], ['b'], ['c'], ['a', 'b', 'c'], ['1', '0', '2'], hundred]
    // The ended sessions in turn, the shortest first.
    const ended = [['1', '0', '2'], long]
    const sessions = leftovers.map((lines, index) => [...(ended[index % 2] ?? []), ...lines])
    expect(suite).toEqual({ name: 'leftover', sessions })
  })

  test('follow only sessions that a line has ended', async () => {
    // The end of input has ended one, and the other is cut off.
    expect(await sessionsOf('leftover', { given: [['1', null], ['1']], words })).toEqual([])
    expect(await sessionsOf('leftover', { words })).toEqual([])
    const overAtOnce: Script = { turns: [{ output: 'bye\n' }], end: { how: 'exit', status: 0 } }
    const suite = await commandSuites.leftover.make({ ...recorded({ words }), given: [overAtOnce] })
    expect(suite.sessions).toEqual([])
  })

  test.each([
    [['a'], [['a'], ['a'], ['1', '0', '2']], 'a'],
    [[], [[], ['1', '0', '2']], ''],
  ])('may be of few words: %j', async (words, first, line) => {
    const sessions = await sessionsOf('leftover', { given: [['1', '0', '2']], words })
    const hundred = Array.from({ length: 100 }, () => line)
    expect(sessions.map((lines) => lines.slice(3))).toEqual([...first, hundred])
  })
})

describe('the input ends after each line of the session', () => {
  // Kinds of reply: the first one, a place taken, the shelf, the end.
  const [plain, refused, whole] = [
    ['1', '0', '3'],
    ['1', 'x', '0', '3'],
    ['1', 'x', '0', '2'],
  ]
  const chosenOf = async (...given: readonly Lines[]) => (await sessionsOf('ends', { given })).at(-1)

  test('with the most kinds of replies', async () => {
    expect(await chosenOf(plain, refused)).toEqual(refused)
    expect(await chosenOf(refused, plain)).toEqual(refused)
    expect(await suiteOf('ends', { given: [plain], drawn: [whole] })).toEqual({
      ...{ name: 'ends', covers: 'the end of input at 5 points' },
      sessions: [[], ['1'], ['1', 'x'], ['1', 'x', '0'], whole],
    })
    expect(await sessionsOf('ends', {})).toEqual([[]])
  })

  test('that is shorter, of two with as many', async () => {
    expect(await chosenOf([...plain, 'x', 'y'], refused)).toEqual(refused)
  })

  test('whose first twenty lines count, with the reply to the last of them', async () => {
    const x = (length: number) => Array.from({ length }, () => 'x')
    const late = [...x(20), '1', '0', '3']
    expect(await chosenOf(plain, late)).toEqual(plain)
    expect(await chosenOf(late)).toEqual(x(20))
    expect(await chosenOf(x(30), [...x(19), '1', '0'])).toEqual([...x(19), '1'])
  })
})

test('a late answer is in a session of several lines', async () => {
  const drawn = [
    ['1', '0'],
    ['2', '3'],
  ]
  expect(await suiteOf('silence', { given: [['1']], drawn })).toEqual({ name: 'silence', sessions: [['1', '0']] })
  expect(await sessionsOf('silence', { given: [['1']] })).toEqual([])
})

test('a terminal has five sessions that a person can type', needsTerminal(), async () => {
  const long = 'l'.repeat(200)
  const given = [['\t'], ['1', '\t'], [`${long}l`], [long], ['\xe9'], ['\x7f'], ['1'], ['2'], ['3'], ['0']]
  const sessions = [[long], ['\xe9'], ['1'], ['2'], ['3']]
  expect(await suiteOf('terminal', { given })).toEqual({ name: 'terminal', sessions })
})
