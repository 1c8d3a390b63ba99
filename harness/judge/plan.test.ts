import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { memoize } from '../base/memoize.ts'
import { UsageError } from '../base/usage-error.ts'
import { knownRuntimes } from '../entries/runtimes.ts'
import { needsTerminal } from '../run/test-helpers.ts'
import type { Input } from '../session/script.ts'
import { gamePlanner, type PlanOptions } from './plan.ts'
import { sampleOf } from './suites/of-game.ts'
import type { Suite } from './suites/suite.ts'
import { circular, endless, picking, shelf } from './test-data/small-games.ts'

type PlannedEntry = readonly [input: Input, worker?: string]
const javaScript = (input: Input): PlannedEntry => [input, 'worker.mjs']
const other = (input: Input): PlannedEntry => [input]

/** One planner for equal options, which keeps its suites. */
const plannerOf = memoize((options: string) => gamePlanner(JSON.parse(options) as PlanOptions))
const stepsOf = (game: Game<unknown>, entry: PlannedEntry, options: PlanOptions = {}) =>
  plannerOf(JSON.stringify(options))(game, ...entry)

/** The name of a suite, with the number of random sessions or of those in a sample. */
const nameOf = ({ name, sessions }: Suite) => (/random|sample/.test(name) ? `${sessions.length} ${name}` : name)

/** The steps of a plan in words: the suite, and how its sessions are played. */
const planOf = (game: Game<unknown>, entry: PlannedEntry, options: PlanOptions = {}) =>
  stepsOf(game, entry, options).map(({ suite, by }) => `${nameOf(suite)}: ${by}`)
const real = ['fixtures: processes', '10 random: processes', 'repetition: processes']
const proven = ['fixtures: worker', 'transitions: worker', '2000 random: worker', '20 transitions (sample): processes']

describe('the plan', () => {
  const leftover = 'leftover: processes'
  const quickly = ['fixtures: worker', '100 random: worker', 'repetition: worker']
  const sample = ['transitions: worker', '5 transitions (sample): processes']

  test.each<[string, PlannedEntry, PlanOptions, string[]]>([
    [
      'has all moves and all games in the worker, a sample and the rest in real processes',
      javaScript('stdin'),
      {},
      [...proven, ...real, leftover, 'games: worker'],
    ],
    [
      'of an interactive entry has a terminal and a pause, but no lines after the end',
      javaScript('interactive'),
      {},
      [...proven, ...real, 'terminal: terminal', 'silence: pauses', 'games: worker'],
    ],
    [
      'has no games and all other suites in the worker with --quick',
      javaScript('args'),
      { quick: true },
      [...quickly, 'leftover: worker', ...sample],
    ],
    [
      'has a terminal and a pause with --quick, too',
      javaScript('interactive'),
      { quick: true },
      [...quickly, ...sample, 'terminal: terminal', 'silence: pauses'],
    ],
    ['has no games with a number of moves', javaScript('args'), { memory: 0 }, [...proven, ...real, leftover]],
    [
      'has all games with --memory all',
      javaScript('args'),
      { memory: 'all' },
      [...proven, ...real, leftover, 'games: worker'],
    ],
    [
      'with --real is that without a worker',
      javaScript('args'),
      { real: true },
      [...real, leftover, 'transitions: processes'],
    ],
    ['without a worker has all moves last', other('args'), {}, [...real, leftover, 'transitions: processes']],
    [
      'without a worker has a pause last, as it takes longest',
      other('interactive'),
      {},
      [...real, 'terminal: terminal', 'transitions: processes', 'silence: pauses'],
    ],
    [
      'without a worker has positions in place of moves with --quick',
      other('stdin'),
      { quick: true },
      [...real, leftover, 'positions: processes'],
    ],
    [
      'without a worker has all games with --memory all',
      other('stdin'),
      { memory: 'all' },
      [...real, leftover, 'transitions: processes', 'games: processes'],
    ],
  ])('%s', (_, entry, options, expected) => {
    expect(planOf(picking, entry, options)).toEqual(expected)
  })

  test('of a game whose deciding lines are known has its endings with --quick', () => {
    const game = shelf as Game<unknown>
    expect(planOf(game, other('args'), { quick: true })).toContain('endings: processes')
  })

  test.each([{}, { quick: true }])('of a game with too many positions has more random sessions: %j', (options) => {
    const expected = ['fixtures: processes', '50 random: processes', 'repetition: processes', leftover]
    expect(planOf(endless, other('stdin'), options)).toEqual(expected)
    expect(planOf(endless, javaScript('stdin'), options)).toEqual(expected)
  })

  test('of a game that is over at once has its only session: no line of it is legal or refused', () => {
    const fail = () => {
      throw new Error('no state')
    }
    const over = { ...shelf, open: () => ({ output: 'bye\n' }), legal: fail, illegal: fail, key: fail, answer: fail }
    const suites = stepsOf(over, other('stdin')).map(({ suite }) => suite)
    expect(suites.map(({ name }) => name)).toEqual(['fixtures', 'random', 'repetition', 'leftover'])
    expect(suites.flatMap(({ sessions }) => sessions)).toEqual(Array.from({ length: 50 }, () => []))
  })

  test('of a game that returns to a position has all moves', () => {
    expect(planOf(circular, other('stdin'))).toEqual([...real, leftover, 'transitions: processes'])
  })
})

describe('chosen suites', () => {
  test.each<[PlanOptions, PlannedEntry, string[]]>([
    [{ suites: ['random'] }, other('args'), ['50 random: processes']],
    [{ suites: ['random'] }, javaScript('args'), ['50 random: processes']],
    [{ suites: ['repetition', 'fixtures'] }, javaScript('args'), ['repetition: processes', 'fixtures: processes']],
    [{ suites: ['repetition', 'repetition'] }, other('args'), ['repetition: processes']],
    [{ suites: ['transitions', 'random'] }, other('args'), ['transitions: processes', '10 random: processes']],
    [{ suites: ['transitions'], quick: true }, javaScript('args'), ['transitions: worker']],
    [{ suites: ['games'] }, javaScript('args'), ['games: worker']],
    [{ suites: ['games'], real: true }, javaScript('args'), ['games: processes']],
    [{ suites: ['positions'] }, javaScript('args'), ['positions: worker']],
    [{ suites: ['terminal', 'leftover'] }, other('args'), ['leftover: processes']],
  ])('are all there is, in this order: %j', (options, entry, expected) => {
    expect(planOf(picking, entry, options)).toEqual(expected)
  })
})

test.each<[PlanOptions, string[]]>([
  [{}, ['10 random sessions (seed 1)', 'all 80 moves']],
  [{ seed: 7 }, ['10 random sessions (seed 7)', 'all 80 moves']],
  [{ memory: 0 }, ['10 random sessions (seed 1)', 'all 80 moves']],
  [{ memory: 1 }, ['10 random sessions (seed 1)', 'all 165 moves with the one before']],
  [{ memory: 2 }, ['10 random sessions (seed 1)', 'all 265 moves with the 2 before']],
  [{ memory: 'all' }, ['10 random sessions (seed 1)', 'all 80 moves', 'all 120 games']],
  [{ quick: true }, ['10 random sessions (seed 1)', 'all 32 positions']],
])('a plan with %j covers %j', (options, covered) => {
  expect(stepsOf(picking, other('stdin'), options).flatMap(({ suite }) => suite.covers ?? [])).toEqual(covered)
})

test('the random sessions of the worker have the seed', () => {
  const covered = stepsOf(picking, javaScript('stdin'), { seed: 7, quick: true }).map(({ suite }) => suite.covers)
  expect(covered).toContain('100 random sessions (seed 7)')
})

test.each(['random', 'leftover', 'transitions', 'positions'] as const)('another seed, other sessions: %s', (name) => {
  const sessionsOf = (options: PlanOptions) =>
    gamePlanner({ ...options, suites: [name] })(picking, 'stdin').map(({ suite }) => suite.sessions)
  expect(sessionsOf({ seed: 1 })).toEqual(sessionsOf({}))
  expect(sessionsOf({ seed: 2 })).not.toEqual(sessionsOf({}))
})

test('entries of one game share suites', () => {
  const suitesOf = (entry: PlannedEntry) => new Set(stepsOf(picking, entry).map(({ suite }) => suite))
  const [one, other] = [suitesOf(javaScript('stdin')), suitesOf(javaScript('args'))]
  const shared = [...one].filter((suite) => other.has(suite))
  expect([one.size, shared.length]).toEqual([8, 8])
})

describe('there is no plan', () => {
  const tooMany = 'endless has too many positions; use --suite random'
  const none = 'there are no such sessions of picking with input stdin'
  const tooManyGames = 'circular has games without an end, or too many; use --suite transitions'
  test.each<[PlanOptions, string, string, Game<unknown>]>([
    [{ memory: 1 }, '--memory 1', tooMany, endless],
    [{ memory: 'all' }, '--memory all', tooMany, endless],
    [{ suites: ['random', 'games'] }, '--suite games', tooMany, endless],
    [{ suites: ['positions'], memory: 1 }, '--suite positions', tooMany, endless],
    [{ suites: ['endings'] }, '--suite endings', tooMany, endless],
    [
      { suites: ['endings'] },
      '--suite endings',
      'picking does not say which lines decide it; use --suite positions',
      picking,
    ],
    [{ suites: ['games'] }, '--suite games', tooManyGames, circular],
    [{ memory: 'all' }, '--memory all', tooManyGames, circular],
    [{ suites: ['fixtures'] }, '--suite fixtures', none, picking],
    [{ suites: ['terminal', 'silence'] }, '--suite terminal, silence', none, picking],
    [
      { suites: ['ends'] },
      '--suite ends',
      'needs a --reference: what follows the end of input is not judged in a game',
      picking,
    ],
  ])('with %j: %s %s', (options, option, why, game) => {
    expect(() => gamePlanner(options)(game, 'stdin')).toThrow(new UsageError(option, why))
  })
})

describe('a sample', () => {
  const cut: Suite['sessions'] = Array.from({ length: 400 }, () => ['a'])
  const indicesIn = (sessions: Suite['sessions']) =>
    sampleOf(picking, { name: 'all', sessions }).sessions.map((lines) => sessions.indexOf(lines))

  test('has 20 sessions at equal distances', () => {
    expect(indicesIn(cut)).toEqual(Array.from({ length: 20 }, (_, n) => 19 * (n + 1) - 1))
  })

  test('has the first session with each way to end', () => {
    const [end, again] = ['abcde', 'edcba'].map((lines) => [...lines])
    const indices = indicesIn(cut.with(5, end ?? []).with(6, again ?? []))
    expect(indices).toHaveLength(20)
    expect(indices).toContain(5)
    expect(indices).not.toContain(6)
    const distances = indices.filter((index) => index !== 5).map((index, n, all) => index - (all[n - 1] ?? -1))
    expect(new Set(distances).size).toBe(1)
  })

  test('is as large if such a session is at one of these distances', () => {
    expect(indicesIn(cut.with(19, [...'abcde']))).toHaveLength(20)
  })

  describe('of a game with 30 ways to end', () => {
    const ends = Array.from({ length: 30 }, (_, line) => [`${line}`])
    const chatty: Game<unknown> = {
      ...picking,
      legal: () => ends.flat(),
      answer: (_, line) => ({ output: `${line}\n` }),
    }

    test('is as large', () => {
      expect(sampleOf(chatty, { name: 'all', sessions: ends }).sessions).toEqual(ends.slice(0, 20))
    })

    test('has other sessions from the whole suite', () => {
      const sessions = [...ends.slice(0, 10), ...cut.slice(10)]
      const indices = sampleOf(chatty, { name: 'all', sessions }).sessions.map((lines) => sessions.indexOf(lines))
      expect(indices).toHaveLength(20)
      expect(indices.at(-1)).toBeGreaterThan(300)
    })
  })

  test.each([1, 5, 20])('of %i sessions is all of them', (count) => {
    expect(indicesIn(cut.slice(0, count))).toHaveLength(count)
    expect(sampleOf(picking, { name: 'all', sessions: cut.slice(0, count) }).size).toBe(count)
  })

  test('has a name and a size', () => {
    expect(sampleOf(picking, { name: 'games', sessions: cut })).toMatchObject({ name: 'games (sample)', size: 20 })
  })
})

test('the plan of tic-tac-toe covers as many cases as the page says', { tags: 'slow' }, () => {
  const suitesOf = (name: string, options: PlanOptions) => {
    const runtime = knownRuntimes().find((one) => one.name === name)
    return gamePlanner(options)(ticTacToe, 'args', runtime?.worker).map(({ suite }) => suite)
  }
  const coversOf = (...args: Parameters<typeof suitesOf>) => suitesOf(...args).flatMap(({ covers }) => covers ?? [])
  expect(coversOf('bun', {})).toEqual(expect.arrayContaining(['all 16,167 moves', 'all 255,168 games']))
  expect(coversOf('perl', { suites: ['positions'] })).toContain('all 765 positions up to symmetry')
  expect(coversOf('awk', { quick: true })).toContain('all 96 orders of winning moves')
  const moves = suitesOf('awk', { memory: 1 }).at(-1)
  expect(moves?.covers).toBe('all 43,653 moves with the one before')
  expect(moves?.size).toBe(14_400)
  expect(moves?.sessions.length).toBe(14_400 + 25 + 24)
})

test('--quick plays fewer games in a terminal', needsTerminal(), () => {
  const inTerminal = (options: PlanOptions) =>
    stepsOf(shelf, other('interactive'), options).find(({ by }) => by === 'terminal')?.suite.sessions.length
  expect([inTerminal({}), inTerminal({ quick: true })]).toEqual([5, 2])
})
