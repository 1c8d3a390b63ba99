import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { gameProgram } from '../../games/test-helpers.ts'
import { compare } from '../../session/compare.ts'
import { shorteningLimit } from '../../session/limits.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { gameReference, ProgramReference } from '../reference/reference.ts'
import { choicesOfWords } from '../typing/choices.ts'
import type { SearchOptions } from './fuzz.ts'
import type { OpenReference } from './open-reference.ts'
import { Search } from './search.ts'
import type { Subjects } from './subjects.ts'

const limits = { milliseconds: 1000 }
const { signal } = new AbortController()
const facts = { seed: 1, milliseconds: 3, reproduce: 'npx ninehole fuzz' }

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
function subjectsOf(programs: Readonly<Record<string, Game<number>>>) {
  const alone: [program: number, script: Script][] = []
  const games = Object.values(programs)
  const subjects: Subjects = {
    ...{ names: Object.keys(programs), way: 'interactive' },
    run(script, program) {
      if (program !== undefined) alone.push([program, script])
      const playing = games.filter((_, index) => program === undefined || index === program)
      const demands = { lockStep: true, status: true }
      return Promise.all(
        playing.map(async (game) => compare(script, await gameProgram(game).play(script, limits), demands)),
      )
    },
    asReferences: games.map((game) => new ProgramReference('any', gameProgram(game), limits)),
  }
  return { subjects, alone }
}

/** A search for 100 sessions of a right program and others. */
function searchWith(subjects: Subjects, options: Partial<SearchOptions> = {}, words = ['a', 'b', 'c']) {
  const choices = choicesOfWords(words)
  const opened: OpenReference = { reference: gameReference(echo()), choices, sessions: [], words: [], lines: 6 }
  return new Search(opened, subjects, { seed: 1, runs: 100, ...options })
}

test('sessions are played until one fails, which is shortened and reported', async () => {
  const onFailed = vi.fn()
  const lengths: number[] = []
  const { subjects } = subjectsOf({ a: echo('b') })
  const search = searchWith(subjects, {
    onFailed,
    onSession: ({ script }) => void lengths.push(answersOf(script).length),
  })
  expect([search.sessions, search.failed, search.isOver]).toEqual([0, undefined, false])
  await search.run(signal)
  expect(search.isOver).toBe(true)
  expect(lengths).toHaveLength(search.sessions)
  expect(search.sessions).toBeLessThan(20)
  expect(answersOf(search.failed ?? { turns: [] })).toEqual(['b'])
  expect(onFailed).toHaveBeenCalledTimes(1)
  const [one, ...more] = search.reports(facts)
  expect(more).toEqual([])
  expect(one).toMatchObject({ ...facts, path: 'a', verdict: 'WA', failure: { lines: ['b'] } })
  expect(one).not.toHaveProperty('agreement')
  expect(one).not.toHaveProperty('shortened')
})

test('sessions that all pass are all played', async () => {
  const onFailed = vi.fn()
  const search = searchWith(subjectsOf({ a: echo() }).subjects, { runs: 30, onFailed })
  await search.run(signal)
  expect([search.sessions, search.isOver, search.failed]).toEqual([30, true, undefined])
  expect(onFailed).not.toHaveBeenCalled()
})

test.each([
  [undefined, 6],
  [3, 3],
])('a session has the usual lines at most, or those of the options: %s', async (lines, most) => {
  const search = searchWith(subjectsOf({ a: echo() }).subjects, { runs: 60, ...(lines && { lines }) })
  await search.run(signal)
  const [one] = search.reports(facts)
  // The end of input comes after them.
  expect(one?.lines?.most).toBe(most + 1)
})

describe('several programs', () => {
  test('play all sessions; a failure of each is shortened, and that of the first is to be saved', async () => {
    const { subjects } = subjectsOf({ right: echo(), one: echo('b'), other: echo('c') })
    const search = searchWith(subjects, { runs: 40 })
    await search.run(signal)
    expect(search.sessions).toBe(40)
    expect(answersOf(search.failed ?? { turns: [] })).toEqual(['b'])
    const reports = search.reports(facts)
    expect(reports.map(({ failure }) => failure?.lines)).toEqual([undefined, ['b'], ['c']])
    expect(reports[0]?.agreement).toMatchObject({
      programs: ['echo', 'right', 'one', 'other'],
      sessions: 40,
      // The first failure in which they disagree.
      parted: [{ one: 2, other: 3, failure: { lines: ['b'] } }],
    })
    expect(reports[0]?.agreement?.agree[0]?.slice(0, 2)).toEqual([40, 40])
  })

  test('disagree in a session that is shortened, too', async () => {
    const { subjects } = subjectsOf({ one: echo('b'), other: echo('c') })
    const search = searchWith(subjects, { runs: 40 }, ['xbx', 'xcx'])
    await search.run(signal)
    const [parted] = search.reports(facts)[0]?.agreement?.parted ?? []
    expect(parted?.failure.lines).toEqual([expect.stringMatching(/^[bc]$/)])
  })
})

describe('a search that is ended', () => {
  test('is not over, and shortens nothing', async () => {
    const ending = new AbortController()
    const onFailed = vi.fn()
    const { subjects, alone } = subjectsOf({ a: echo('b'), b: echo('b') })
    const onSession = () => {
      if (alone.length > 1) ending.abort()
    }
    const search = searchWith(subjects, { onSession, onFailed })
    await search.run(ending.signal)
    expect(search.isOver).toBe(false)
    expect(search.failed).toBeDefined()
    expect(onFailed).not.toHaveBeenCalled()
    expect(alone.every(([, script]) => answersOf(script).length > 0)).toBe(true)
  })

  test('while it shortens a session keeps what it has found', async () => {
    const ending = new AbortController()
    const { subjects, alone } = subjectsOf({ a: echo('b') })
    const run: Subjects['run'] = (script, program) => {
      if (alone.length === 2) ending.abort()
      return subjects.run(script, program)
    }
    const search = searchWith({ ...subjects, run })
    await search.run(ending.signal)
    expect(search.isOver).toBe(true)
    // The failure, the first shorter session, and the one that was interrupted.
    expect(alone.length).toBeLessThanOrEqual(3)
    expect(search.reports(facts)[0]).toMatchObject({ verdict: 'WA' })
    expect(search.reports(facts)[0]).not.toHaveProperty('shortened')
  })
})

describe('while a session is shortened', () => {
  /** A search for a fault. @param onShorter called when the first shorter session is tried */
  function failingSearch(onShorter: () => void) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { subjects, alone } = subjectsOf({ a: echo('b') })
    const run: Subjects['run'] = async (script, program) => {
      // The first session alone is the failed one again.
      if (program !== undefined && alone.length === 1) onShorter()
      return subjects.run(script, program)
    }
    return { search: searchWith({ ...subjects, run }), alone }
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
    expect(search.reports(facts)[0]).toMatchObject({ shortened: shorteningLimit, verdict: 'WA' })
  })
})
