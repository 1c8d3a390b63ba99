import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { gameProgram } from '../../games/test-helpers.ts'
import { toReadable } from '../../session/bytes.ts'
import { compare } from '../../session/compare.ts'
import { shorteningLimit } from '../../session/limits.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { gameReference, ProgramReference } from '../reference/reference.ts'
import { choicesOfWords } from '../typing/choices.ts'
import type { Contest } from './contest.ts'
import { Search } from './search.ts'

const limits = { milliseconds: 1000 }
const { signal } = new AbortController()
const about = { milliseconds: 3, reproduce: 'npx ninehole fuzz' }

/** Repeats each line, but writes `?` after lines with one of these parts. */
const echo = (...wrong: string[]): Game<number> => ({
  ...{ name: 'echo', prompt: /^> /, legal: () => [], illegal: () => [], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer: (state, line) =>
    line === null
      ? { output: 'bye\n' }
      : { output: `${wrong.some((part) => line.includes(part)) ? '?' : line}\n> `, state },
})

/** Programs to compare with a right one; and the sessions in which one of them was played alone. */
function contestOf(programs: Readonly<Record<string, Game<number>>>) {
  const alone: [program: number, script: Script][] = []
  const games = Object.values(programs)
  const contest: Contest = {
    ...{ names: Object.keys(programs), reference: gameReference(echo()), choices: choicesOfWords(['a', 'b', 'c']) },
    ...{ way: 'interactive', sessions: [], words: [], lines: 6 },
    run(script, program) {
      if (program !== undefined) alone.push([program, script])
      const playing = games.filter((_, index) => program === undefined || index === program)
      const demands = { lockStep: true, status: true }
      return Promise.all(
        playing.map(async (game) => compare(script, await gameProgram(game).play(script, limits), demands)),
      )
    },
    free: games.map((game) => new ProgramReference('any', gameProgram(game), limits)),
  }
  return { contest, alone }
}

test('sessions are played until one fails, which is shortened and reported', async () => {
  const onFailed = vi.fn()
  const lengths: number[] = []
  const { contest } = contestOf({ a: echo('b') })
  const search = new Search(contest, {
    ...{ seed: 1, runs: 100, onFailed },
    onSession: ({ script }) => void lengths.push(answersOf(script).length),
  })
  expect([search.sessions, search.failed, search.isOver]).toEqual([0, undefined, false])
  await search.run(signal)
  expect(search.isOver).toBe(true)
  expect(lengths).toHaveLength(search.sessions)
  expect(search.sessions).toBeLessThan(20)
  expect(answersOf(search.failed ?? { turns: [] })).toEqual(['b'])
  expect(onFailed).toHaveBeenCalledTimes(1)
  const [one, ...more] = search.cases(about)
  expect(more).toEqual([])
  expect(one).toMatchObject({ ...about, seed: 1, path: 'a', verdict: 'WA', failure: { lines: ['b'] } })
  expect(one).not.toHaveProperty('agreement')
  expect(one).not.toHaveProperty('shortened')
})

test('sessions that all pass are all played', async () => {
  const onFailed = vi.fn()
  const search = new Search(contestOf({ a: echo() }).contest, { seed: 1, runs: 30, onFailed })
  await search.run(signal)
  expect([search.sessions, search.isOver, search.failed]).toEqual([30, true, undefined])
  expect(onFailed).not.toHaveBeenCalled()
})

test.each([
  [undefined, 6],
  [3, 3],
])('a session has the lines of the contest at most, or those of the options: %s', async (lines, most) => {
  const search = new Search(contestOf({ a: echo() }).contest, { seed: 1, runs: 60, ...(lines && { lines }) })
  await search.run(signal)
  const [one] = search.cases(about)
  // The end of input comes after them.
  expect(one?.lines?.most).toBe(most + 1)
})

test.each([undefined, false, true])('some lines are not UTF-8 if that is wanted: %s', async (nonUtf8) => {
  const lines: (string | null)[] = []
  const onSession = ({ script }: { script: Script }) => void lines.push(...answersOf(script))
  await new Search(contestOf({ a: echo() }).contest, { seed: 1, runs: 60, nonUtf8, onSession }).run(signal)
  const isOdd = (line: string | null) => line !== null && toReadable(line).includes('\ufffd')
  expect(lines.some(isOdd)).toBe(nonUtf8 === true)
})

test('the time may be limited', async () => {
  const search = new Search(contestOf({ a: echo() }).contest, { seed: 1, runs: 60, milliseconds: 0 })
  await search.run(signal)
  expect(search.sessions).toBe(0)
})

describe('several programs', () => {
  test('play all sessions; a failure of each is shortened, and that of the first is to be saved', async () => {
    const { contest } = contestOf({ right: echo(), one: echo('b'), other: echo('c') })
    const search = new Search(contest, { seed: 1, runs: 40 })
    await search.run(signal)
    expect(search.sessions).toBe(40)
    expect(answersOf(search.failed ?? { turns: [] })).toEqual(['b'])
    const cases = search.cases(about)
    expect(cases.map(({ failure }) => failure?.lines)).toEqual([undefined, ['b'], ['c']])
    expect(cases[0]?.agreement).toMatchObject({
      programs: ['echo', 'right', 'one', 'other'],
      sessions: 40,
      // The first failure in which they disagree.
      parted: [{ one: 2, other: 3, failure: { lines: ['b'] } }],
    })
    expect(cases[0]?.agreement?.agree[0]?.slice(0, 2)).toEqual([40, 40])
  })

  test('disagree in a session that is shortened, too', async () => {
    const { contest } = contestOf({ one: echo('b'), other: echo('c') })
    const search = new Search({ ...contest, choices: choicesOfWords(['xbx', 'xcx']) }, { seed: 1, runs: 40 })
    await search.run(signal)
    const [parted] = search.cases(about)[0]?.agreement?.parted ?? []
    expect(parted?.failure.lines).toEqual([expect.stringMatching(/^[bc]$/)])
  })

  test('agree if none fails', async () => {
    const search = new Search(contestOf({ a: echo(), b: echo() }).contest, { seed: 1, runs: 5 })
    await search.run(signal)
    expect(search.cases(about)[0]?.agreement).toMatchObject({ sessions: 5, parted: [] })
  })
})

describe('a search that is ended', () => {
  test('is not over, and shortens nothing', async () => {
    const ending = new AbortController()
    const onFailed = vi.fn()
    const { contest, alone } = contestOf({ a: echo('b'), b: echo('b') })
    const onSession = () => {
      if (alone.length > 1) ending.abort()
    }
    const search = new Search(contest, { seed: 1, runs: 100, onSession, onFailed })
    await search.run(ending.signal)
    expect(search.isOver).toBe(false)
    expect(search.failed).toBeDefined()
    expect(onFailed).not.toHaveBeenCalled()
    expect(alone.every(([, script]) => answersOf(script).length > 0)).toBe(true)
  })

  test('while it shortens a session keeps what it has found', async () => {
    const ending = new AbortController()
    const { contest, alone } = contestOf({ a: echo('b') })
    const run: Contest['run'] = (script, program) => {
      if (alone.length === 2) ending.abort()
      return contest.run(script, program)
    }
    const search = new Search({ ...contest, run }, { seed: 1, runs: 100 })
    await search.run(ending.signal)
    expect(search.isOver).toBe(true)
    // The failure, the first shorter session, and the one that was interrupted.
    expect(alone.length).toBeLessThanOrEqual(3)
    expect(search.cases(about)[0]).toMatchObject({ verdict: 'WA' })
    expect(search.cases(about)[0]).not.toHaveProperty('shortened')
  })
})

describe('while a session is shortened', () => {
  /** A search for a fault. @param onShorter called when the first shorter session is tried */
  function failingSearch(onShorter: () => void) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { contest, alone } = contestOf({ a: echo('b') })
    const run: Contest['run'] = async (script, program) => {
      // The first session alone is the failed one again.
      if (program !== undefined && alone.length === 1) onShorter()
      return contest.run(script, program)
    }
    return { search: new Search({ ...contest, run }, { seed: 1, runs: 100 }), alone }
  }

  test('an error leaves no timer behind', async () => {
    const { search } = failingSearch(() => {
      throw new Error('no such program')
    })
    await expect(search.run(signal)).rejects.toThrow('no such program')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('time may run out: the report says so', async () => {
    const { search, alone } = failingSearch(() => void vi.advanceTimersByTime(shorteningLimit))
    await search.run(signal)
    expect(search.isOver).toBe(true)
    expect(alone).toHaveLength(2)
    expect(search.cases(about)[0]).toMatchObject({ shortened: shorteningLimit, verdict: 'WA' })
  })
})
