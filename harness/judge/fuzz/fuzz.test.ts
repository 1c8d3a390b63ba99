import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { gameProgram } from '../../games/program.ts'
import { countsOf, doubtsIn } from '../../report/report.ts'
import { compare, type Outcome } from '../../session/compare.ts'
import { shorteningLimit } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { scriptOf } from '../../session/script.ts'
import { answersOf } from '../../session/session.ts'
import { gameReference, ProgramReference, withoutEnd } from '../reference.ts'
import { Agreement } from './agreement.ts'
import { type Choices, choicesLike, choicesOfWords } from './choices.ts'
import type { Contest } from './contest.ts'
import { Findings, type FuzzOptions, fuzz } from './fuzz.ts'
import { lineDraw, typed } from './line.ts'
import { kindOf, Novelty } from './novelty.ts'
import { casesOf } from './report.ts'
import { Search } from './search.ts'
import { anySession } from './sessions.ts'

/** A lock that opens after so many right answers, each of one of ten digits; a wrong one begins anew. It does not count aloud. */
const lock = (length: number, opened: string): Game<number> => ({
  name: 'lock',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer(state, line) {
    if (line === null) return { output: '\n' }
    if (line !== digitAt(state)) return { output: 'wrong\n> ', state: 0 }
    return state === length - 1 ? { output: opened } : { output: 'right\n> ', state: state + 1 }
  },
  legal: (state) => [digitAt(state)],
  illegal: () => [],
  key: String,
})
const digitAt = (index: number) => String((index * 7 + 3) % 10)
const digits = Array.from({ length: 10 }, (_, digit) => String(digit))

/** Looks for the one fault of a program, behind 40 right answers. @returns the number of sessions that it took */
async function search(options: Partial<FuzzOptions>): Promise<number | undefined> {
  const [right, wrong] = [lock(40, 'open\n'), gameProgram(lock(40, 'opened\n'))]
  const findings = new Findings()
  await fuzz(findings, {
    reference: gameReference(right),
    choices: choicesOfWords(digits),
    seed: 1,
    runs: 20_000,
    lines: 60,
    signal: new AbortController().signal,
    onSession() {},
    run: async (script) => {
      const session = await wrong.play(script, { milliseconds: 1 })
      return [compare(script, session, { lockStep: true, status: true })]
    },
    ...options,
  })
  const [failed] = findings.failed
  if (failed === undefined) return undefined
  expect(answersOf(failed.script).length).toBeGreaterThanOrEqual(40)
  return findings.lengths.length
}

describe('an end behind 40 right answers', { tags: 'slow' }, () => {
  test('is reached, as sessions that showed something new are gone on from', async () => {
    expect(await search({})).toBeLessThan(10_000)
  })

  test('is not reached by random choice alone', async () => {
    expect(await search({ isPlain: true, runs: 5000 })).toBeUndefined()
  })

  test('is reached from recorded sessions that stop before it', async () => {
    const recorded = [0, 15, 30].map((from) => Array.from({ length: 20 }, (_, index) => digitAt(from + index)))
    expect(await search({ choices: choicesLike(recorded), runs: 5000 })).toBeLessThan(5000)
  })
})

test('the same seed draws the same sessions', async () => {
  const drawn = async (seed: number) => {
    const sessions: unknown[] = []
    await search({ seed, runs: 100, onSession: ({ script }) => void sessions.push(answersOf(script)) })
    return sessions
  }
  const first = await drawn(7)
  expect(first.length).toBe(100)
  expect(await drawn(7)).toEqual(first)
  expect(await drawn(8)).not.toEqual(first)
})

test('no session is longer than the greatest length, but for the end of input', () => {
  const seen = new Novelty()
  for (const count of [5, 10, 20])
    seen.note(
      scriptOf(
        lock(40, 'open\n'),
        Array.from({ length: count }, (_, at) => digitAt(at)),
      ),
    )
  const drawn = fc.sample(anySession(choicesOfWords(digits), { lines: 20 }), { seed: 1, numRuns: 2000 })
  expect(Math.max(...drawn.map((make) => withoutEnd(make(seen)).length))).toBe(20)
})

test('what is new is a kind of reply, one after another, or one more in a row, each with the shortest lines that lead there', () => {
  const seen = new Novelty()
  const note = (...lines: string[]) => {
    seen.note(scriptOf(lock(40, 'open\n'), lines))
    return [seen.kinds.leads.length, seen.texts.leads.length]
  }
  expect(note()).toEqual([2, 1])
  expect(note('x', '3')).toEqual([6, 3])
  expect(note('y', '3')).toEqual([6, 3])
  expect(note('y', '3', '0')).toEqual([8, 3])
  const lines = () => seen.kinds.leads.map((lead) => lead.lines)
  expect(lines().at(-1)).toEqual(['y', '3', '0'])
  expect(note('3', '0')).toEqual([9, 3])
  expect(lines()).toContainEqual(['3', '0'])
  expect(lines()).not.toContainEqual(['y', '3', '0'])
})

test('a kind of reply has no numbers, and does not repeat what was typed', () => {
  expect(kindOf("no 'Foo' at 12\n", 'Foo')).toBe(kindOf("no 'bar' at 7\n", ' bar'))
  expect(kindOf('12 left\n', 'x')).not.toBe(kindOf('none left\n', 'x'))
})

const failed: Outcome = {
  ...{ verdict: 'WA', fault: 'output', played: { turns: [{ output: '?' }], end: { how: 'cut' } } },
  ...{ right: 0, variations: [] },
}

describe('a session that fails is played again, alone', () => {
  const passed: Outcome = { ...failed, verdict: 'AC', played: { turns: [{ output: 'open\n' }], end: { how: 'cut' } } }
  const reference = gameReference(lock(40, 'open\n'))
  const contest: Contest = {
    ...{ names: ['a', 'b'], reference, choices: choicesOfWords(digits), sessions: [], words: [], lines: 60, free: [] },
    run: async () => [],
  }

  /** @param run says of a session by its number, the first is 0, and its lines: which programs fail, and fail again */
  async function findings(run: (session: number, lines: number) => { first: boolean[]; again?: boolean }) {
    const found = new Findings()
    const numbers = new Map<string, number>()
    await fuzz(found, {
      ...{ reference, choices: contest.choices, seed: 1, runs: 200, lines: 60, isPlain: true, goesOn: true },
      signal: new AbortController().signal,
      onSession() {},
      async run(script, program) {
        const lines = answersOf(script)
        const key = JSON.stringify(lines)
        if (program === undefined) numbers.set(key, numbers.size)
        const { first, again = false } = run(numbers.get(key) ?? 0, lines.length)
        return program === undefined ? first.map((fails) => (fails ? failed : passed)) : [again ? failed : passed]
      },
    })
    return found
  }

  test('and doubts are those of each program: one that passes once is not flaky, and the report tells of it', async () => {
    const found = await findings((session) => ({ first: [session === 3 || session === 4, session === 5] }))
    expect(found.doubts).toEqual([2, 1])
    expect(found.failed.filter(Boolean)).toEqual([])
    const cases = casesOf(found, contest, { seed: 1, milliseconds: 0, reproduce: '' })
    expect(cases.map(({ verdict, doubts }) => [verdict, doubts])).toEqual([
      ['AC', 2],
      ['AC', 1],
    ])
    expect(doubtsIn(cases)).toEqual([
      'a passed 2 sessions only when played again',
      'b passed a session only when played again',
    ])
  })

  test('and so is the first one, which nothing else runs beside', async () => {
    const found = await findings((session) => ({ first: [session === 0] }))
    expect([found.doubts, found.failed.filter(Boolean)]).toEqual([[1], []])
  })

  test('and of a flaky program, what it wrote when it passed is kept and reported', async () => {
    const found = await findings(() => ({ first: [true] }))
    expect(found.failed[0]?.outcome).toMatchObject({ verdict: 'FLAKY', played: failed.played, again: passed.played })
    const [shown] = casesOf(found, contest, { seed: 1, milliseconds: 0, reproduce: '' })
    expect(shown?.failure).toMatchObject({ actual: '?', again: 'open\n' })
  })

  test('and one that fails for certain is kept, however many doubts there are before and behind', async () => {
    // The reply of a flaky program to few lines, that of a wrong one to many.
    const found = await findings((_, lines) => ({ first: [lines < 30 || lines > 50], again: lines > 50 }))
    expect(found.doubts[0]).toBeGreaterThan(3)
    expect(found.failed[0]?.outcome.verdict).toBe('WA')
  })
})

test('each choice is changed in each way', () => {
  const words = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op', 'qr']
  const draws = fc.sample(lineDraw(['near']), { seed: 1, numRuns: 20_000 }).filter(({ kind }) => kind === 'near')
  const made = (choices: Choices) => new Set(draws.flatMap((draw) => typed(choices, [], [draw]).lines))
  const likely = choicesOfWords(words.slice(0, 7))
  const refused: Choices = { ...choicesOfWords(['x']), others: words }
  const changed = (words: readonly string[]) => words.flatMap((word) => [word + word, word.toUpperCase()])
  expect([...made(likely)]).toEqual(expect.arrayContaining(changed(likely.likely)))
  expect([...made(refused)]).toEqual(expect.arrayContaining(changed(words)))
})

test('a line `begin` is one like others in recorded sessions', () => {
  const choices = choicesLike([['a', 'begin', 'b']])
  expect(choices.likely).toEqual(['a'])
  expect(choices.after('a').after('begin').likely).toEqual(['b'])
})

describe('while a session is shortened', () => {
  /** A search in which all sessions fail. @param onShorter is called when the first shorter session is tried */
  function failingSearch(onShorter: () => void) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let times = 0
    const contest: Contest = {
      ...{ names: ['a'], reference: gameReference(lock(40, 'open\n')), choices: choicesOfWords(digits) },
      ...{ sessions: [], words: [], lines: 60, free: [] },
      async run(_, program) {
        // The first time with it alone is the session that failed, once more.
        if (program !== undefined && ++times === 2) onShorter()
        return [failed]
      },
    }
    return new Search(contest, { seed: 1, runs: 100 })
  }
  const { signal } = new AbortController()

  test('an error leaves no timer behind', async () => {
    const search = failingSearch(() => {
      throw new Error('no such program')
    })
    await expect(search.run(signal)).rejects.toThrow('no such program')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('time may run out: the report says so', async () => {
    const search = failingSearch(() => void vi.advanceTimersByTime(shorteningLimit))
    await search.run(signal)
    expect(search.isOver).toBe(true)
    const cases = search.cases({ milliseconds: 0, reproduce: '' })
    expect(cases[0]).toMatchObject({ shortened: shorteningLimit, verdict: 'WA' })
    expect(countsOf(cases)[0]).toMatch(/\nshortened for 20 seconds: a shorter one may exist$/)
  })
})

describe('two programs that part', () => {
  const saying = (text: string) => {
    const program: Program = {
      async play(script) {
        const turns = answersOf(script).map((answer) => ({ output: text, answer }))
        return { turns: [...turns, { output: text }], end: { how: 'cut' } }
      },
      close() {},
    }
    const asIs = new ProgramReference(text, program, { milliseconds: 1000 })
    return { asIs, loose: asIs }
  }
  const { signal } = new AbortController()

  test('are told, however short the time is, unless one of them is always right', async () => {
    const agreement = new Agreement([saying('a'), saying('b'), saying('right')])
    await agreement.note(scriptOf(lock(40, 'open\n'), ['3', '0']), [failed, failed, { ...failed, verdict: 'AC' }])
    await agreement.confirm(signal)
    await agreement.shorten([], AbortSignal.abort())
    expect(agreement.partings.map(({ programs, lines }) => [programs, lines])).toEqual([
      [
        [1, 2],
        ['3', '0'],
      ],
    ])
    await agreement.shorten([], signal)
    expect(agreement.partings.map(({ programs, lines }) => [programs, lines])).toEqual([[[1, 2], []]])
  })
})
