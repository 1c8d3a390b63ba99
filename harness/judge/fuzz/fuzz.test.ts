import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { gameProgram } from '../../games/program.ts'
import { compare } from '../../session/compare.ts'
import { scriptOf } from '../../session/script.ts'
import { answersOf } from '../../session/session.ts'
import { gameReference } from '../reference.ts'
import { choicesLike, choicesOfWords } from './choices.ts'
import { Findings, type FuzzOptions, fuzz } from './fuzz.ts'
import { kindOf, Novelty } from './novelty.ts'

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

test('what is new is a kind of reply, one after another, or one more in a row, each with the shortest way there', () => {
  const seen = new Novelty()
  const note = (...lines: string[]) => {
    seen.note(scriptOf(lock(40, 'open\n'), lines))
    return [seen.kinds.ways.length, seen.texts.ways.length]
  }
  expect(note()).toEqual([2, 1])
  expect(note('x', '3')).toEqual([6, 3])
  expect(note('y', '3')).toEqual([6, 3])
  expect(note('y', '3', '0')).toEqual([8, 3])
  const lines = () => seen.kinds.ways.map((way) => way.lines)
  expect(lines().at(-1)).toEqual(['y', '3', '0'])
  expect(note('3', '0')).toEqual([9, 3])
  expect(lines()).toContainEqual(['3', '0'])
  expect(lines()).not.toContainEqual(['y', '3', '0'])
})

test('a kind of reply has no numbers, and does not repeat what was typed', () => {
  expect(kindOf("no 'Foo' at 12\n", 'Foo')).toBe(kindOf("no 'bar' at 7\n", ' bar'))
  expect(kindOf('12 left\n', 'x')).not.toBe(kindOf('none left\n', 'x'))
})
