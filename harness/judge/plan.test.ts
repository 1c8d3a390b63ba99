import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { memoize } from '../base/collections.ts'
import { UsageError } from '../base/usage-error.ts'
import { entryAt, testFolder } from '../run/test-helpers.ts'
import type { Input } from '../session/script.ts'
import { gamePlanner, type Plan, type PlanOptions, planner } from './plan.ts'
import { circular, endless, picking, shelf } from './test-data/small-games.ts'

type PlannedEntry = readonly [input: Input, hasWorker: boolean]
const javaScript = (input: Input): PlannedEntry => [input, true]
const other = (input: Input): PlannedEntry => [input, false]

/** One planner for equal options, which keeps its suites. */
const plannerOf = memoize((options: string) => gamePlanner(JSON.parse(options) as PlanOptions))
const planOf = (game: Game<unknown>, entry: PlannedEntry, options: PlanOptions = {}) =>
  plannerOf(JSON.stringify(options))(game, ...entry)

const names = (plan: Plan) => plan.map(({ suite, by }) => `${suite.name}: ${by}`)
const sizes = (plan: Plan) => plan.map(({ suite, by }) => `${suite.name} ${suite.size}: ${by}`)

const onPipes = ['fixtures: processes', 'random: processes', 'repetition: processes']
const inWorker = ['fixtures: worker', 'random: worker', 'repetition: worker']
const sample = 'sample: processes'
const everything = [...onPipes, 'leftover: processes', sample, 'transitions: worker', 'games: worker']

const interactive = ['terminal: terminal', 'silence: pauses']
const inProcesses = [...onPipes, 'leftover: processes', 'transitions: processes']

// Each row of the table, for each kind of entry.
test.each([
  [javaScript('args'), {}, everything],
  [javaScript('args'), { allGames: true }, everything],
  [javaScript('stdin'), { quick: true }, [...inWorker, 'leftover: worker', sample, 'transitions: worker']],
  [
    javaScript('interactive'),
    {},
    [...onPipes, interactive[0], sample, 'transitions: worker', interactive[1], 'games: worker'],
  ],
  [other('stdin'), {}, inProcesses],
  [other('args'), { quick: true }, [...onPipes, 'leftover: processes', 'endings: processes']],
  [other('stdin'), { allGames: true }, [...inProcesses, 'games: processes']],
  [other('interactive'), {}, [...onPipes, interactive[0], 'transitions: processes', interactive[1]]],
] as [PlannedEntry, PlanOptions, string[]][])(
  'the plan of an entry has these suites: %j %j',
  async (entry, options, expected) => {
    expect(names(await planOf(shelf, entry, options))).toEqual(expected)
  },
)

test('the plan of tic-tac-toe has as many sessions as the page says', {
  tags: 'slow',
}, async () => {
  const plan = await planOf(ticTacToe, javaScript('args'))
  expect(sizes(plan)).toEqual([
    ...['fixtures 6: processes', 'random 10: processes', 'repetition 2: processes', 'leftover 13: processes'],
    ...['sample 20: processes', 'transitions 4965: worker', 'games 255168: worker'],
  ])
})

describe('a game', () => {
  test.each([
    ['leftover 9', {}],
    ['leftover 6', { quick: true }],
  ])('a game with too many positions has more random sessions: %s, %j', async (leftover, options) => {
    const expected = ['fixtures 0', 'random 50', 'repetition 2', leftover].map((suite) => `${suite}: processes`)
    expect(sizes(await planOf(endless, other('stdin'), options))).toEqual(expected)
  })

  test('a game that does not say which lines decide it has all moves with --quick', async () => {
    const plan = await planOf(picking, other('stdin'), { quick: true })
    expect(plan.at(-1)).toMatchObject({ suite: { name: 'transitions', proves: 'all 80 moves' }, by: 'processes' })
  })

  test('a game that returns to a position has all moves, and no suite of all games', async () => {
    expect(names(await planOf(circular, other('stdin'))).at(-1)).toBe('transitions: processes')
  })

  test('a game that is over at once has its only session: no line of it is legal or refused', async () => {
    const fail = () => {
      throw new Error('no state')
    }
    const over = { ...shelf, open: () => ({ output: 'bye\n' }), legal: fail, illegal: fail, key: fail, answer: fail }
    const plan = await planOf(over, other('stdin'))
    expect(plan.flatMap(({ suite }) => [...suite.inputs()])).toEqual(Array.from({ length: 50 }, () => []))
  })
})

test.each<[PlanOptions, PlannedEntry, string[]]>([
  [{ suites: ['repetition', 'fixtures'] }, javaScript('args'), ['fixtures: processes', 'repetition: processes']],
  [{ suites: ['transitions'], quick: true }, javaScript('args'), ['transitions: worker']],
  [{ suites: ['games'] }, other('args'), ['games: processes']],
  [{ suites: ['endings', 'sample'] }, javaScript('args'), ['endings: processes', 'sample: processes']],
  [{ suites: ['repetition', 'terminal', 'leftover'] }, javaScript('args'), [onPipes[2] ?? '', 'leftover: processes']],
  [{ suites: ['terminal'] }, other('args'), []],
  [{ suites: ['fixtures'] }, other('args'), []],
])('chosen suites are all that is played, wherever they can be: %j', async (options, entry, expected) => {
  expect(names(await planOf(shelf, entry, options))).toEqual(expected)
})

test.each(['random', 'leftover', 'transitions'] as const)('another seed makes other sessions: %s', async (name) => {
  const sessionsOf = async (options: PlanOptions) =>
    (await planOf(picking, other('stdin'), { ...options, suites: [name] })).map(({ suite }) => [...suite.inputs()])
  expect(await sessionsOf({ seed: 1 })).toEqual(await sessionsOf({}))
  expect(await sessionsOf({ seed: 2 })).not.toEqual(await sessionsOf({}))
})

const tooMany = 'endless has too many positions; use --suite random'
test.each<[PlanOptions, string, string, Game<unknown>]>([
  [{ allGames: true }, '--all-games', tooMany, endless],
  [{ suites: ['random', 'games'] }, '--suite games', tooMany, endless],
  [
    { suites: ['games'] },
    '--suite games',
    'circular has games without an end, or too many; use --suite transitions',
    circular,
  ],
])('there is no plan with %j: %s %s', async (options, option, why, game) => {
  await expect(planOf(game, other('stdin'), options)).rejects.toThrow(new UsageError(option, why))
})

describe('an entry', () => {
  const { write } = testFolder()
  const entry = { ...entryAt(write('tic-tac-toe/node-args/any.ts', '1')), game: 'ortho -n 2 -m 2' }

  test('an entry shares suites with others of its game, and has a plan without the worker', async () => {
    const planEntry = planner({ quick: true })
    const [one, two] = [await planEntry(entry), await planEntry({ ...entry, path: 'other' })]
    expect(two.plan.every(({ suite }, index) => suite === one.plan[index]?.suite)).toBe(true)
    expect(names(one.plan)).toContain('transitions: worker')
    expect(names(await one.inProcesses())).toContain('transitions: processes')
    expect(names((await planner({ real: true })(entry)).plan)).toContain('transitions: processes')
  })

  test('an entry names its game with its options, and itself in errors', async () => {
    const planEntry = planner({ suites: ['random'] })
    const { entry: planned, oracle } = await planEntry(entry)
    expect([planned.game, oracle.name, oracle.game?.name]).toEqual(['ortho -n 2 -m 2', 'ortho -n 2 -m 2', 'ortho'])
    for (const path of ['one', 'other'])
      await expect(planEntry({ ...entry, path, game: 'nim' })).rejects.toThrow(new RegExp(`^${path}: no game 'nim'`))
    await expect(planEntry({ ...entry, path: 'one', game: 'tic-tac-toe', breaks: 'x' })).rejects.toThrow(
      "one: no rule 'x': reference/sentences has those of tic-tac-toe",
    )
  })
})
