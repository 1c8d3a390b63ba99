import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { isJudged } from '../../games/rules.ts'
import { type Answers, toText, withoutEnd } from '../../session/bytes.ts'
import { endless, picking } from '../test-data/small-games.ts'
import { type Choices, choicesOfGame, choicesOfWords } from './choices.ts'
import { Corpus } from './corpus.ts'
import { anySession, movesAndRefusals, usualLength } from './sessions.ts'

type SessionOptions = Parameters<typeof anySession>[1]

/** Kinds of replies and texts, the oldest first, by the lines that lead to them. */
function seenWith({ kinds, texts = kinds }: { kinds: readonly Answers[]; texts?: readonly Answers[] }) {
  const seen = new Corpus()
  for (const [index, lines] of kinds.entries()) {
    seen.kinds.note(`reply ${index}`, lines)
    seen.texts.note(`reply ${index}`, texts[index] ?? [])
  }
  return seen
}

const makers = (choices: Choices, options: SessionOptions, numRuns: number) =>
  fc.sample(anySession(choices, options), { seed: 1, numRuns })

const sessionsOf = (choices: Choices, options: SessionOptions, numRuns: number, seen = new Corpus()) =>
  makers(choices, options, numRuns).map((make) => make(seen))

const shareOf = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length / items.length

/** A game that is over after this many lines, and fails when it is used then. */
const lasting = (count: number): Game<number> => ({
  ...{ name: 'lasting', prompt: /^> /, key: String, illegal: () => [] },
  open: () => ({ output: '> ', state: 1 }),
  answer: (state) => ({ output: '> ', ...(state < count && { state: state + 1 }) }),
  legal: (state) => [`a${state.toString()}`, `b${state.toString()}`],
})

test('a session has any number of lines up to the most, and the end of input after them', () => {
  const long = (length: number) => Array.from({ length }, (_, at) => `${at}`)
  const seen = seenWith({ kinds: [long(2), long(4), long(5), long(9)] })
  for (const corpus of [new Corpus(), seen]) {
    const sessions = sessionsOf(choicesOfWords(['a', 'b']), { lines: 5 }, 200, corpus)
    const lengths = sessions.map((lines) => withoutEnd(lines).length)
    expect([...new Set(lengths)].sort()).toEqual([0, 1, 2, 3, 4, 5])
  }
})

test('half of the sessions end their input after all lines, but none that is over', () => {
  const sessions = sessionsOf(choicesOfGame(lasting(4)), { lines: 6 }, 400)
  const isOver = (lines: Answers) => withoutEnd(lines).length >= 4
  const over = sessions.filter(isOver)
  expect(
    shareOf(
      sessions.filter((lines) => !isOver(lines)),
      (lines) => lines.at(-1) === null,
    ),
  ).toBeCloseTo(0.5, 1)
  expect(over.length).toBeGreaterThan(50)
  expect(over.every(({ length }) => length === 4)).toBe(true)
  expect(sessions.every((lines) => !lines.slice(0, -1).includes(null))).toBe(true)
})

test.each([undefined, false, true])('some lines are not UTF-8 if that is wanted: %s', (nonUtf8) => {
  const lines = sessionsOf(choicesOfGame(ticTacToe), { lines: 20, nonUtf8 }, 40).flat()
  expect(lines.every((line) => line === null || toText(line).isWellFormed())).toBe(!nonUtf8)
})

describe('a new session', () => {
  const usedIn = (words: readonly string[]) =>
    sessionsOf(choicesOfWords(words), { lines: 80 }, 150)
      .filter(({ length }) => length > 40)
      .map((lines) => words.filter((word) => lines.includes(word)))

  test('has all words, or lacks about a third of them, which differ', () => {
    const words = Array.from({ length: 9 }, (_, index) => `w${index}`)
    const used = usedIn(words)
    const some = used.filter(({ length }) => length < words.length)
    expect(some.length / used.length).toBeGreaterThan(0.5)
    expect(some.length).toBeLessThan(used.length)
    expect(some.flat().length / some.length).toBeCloseTo(6, 0)
    for (const word of words) {
      expect(some.some((one) => one.includes(word))).toBe(true)
      expect(some.some((one) => !one.includes(word))).toBe(true)
    }
  })

  test.each([
    [
      ['a', 'b'],
      ['a', 'a,b', 'b'],
    ],
    [['a'], ['a']],
  ])('of the words %j has %j', (words, used) => {
    expect([...new Set(usedIn(words).map(String))].sort()).toEqual(used)
  })
})

describe('a session with a new reply', () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
  const from = (earlier: Answers, lines: number, runs = 300, choices = choicesOfWords(['a'])) =>
    sessionsOf(choices, { lines }, runs, seenWith({ kinds: [earlier] }))

  test('is continued or changed by two of three sessions, in half of which it was tried least', () => {
    const seen = seenWith({ kinds: [['kind']], texts: [['text']] })
    const sessions = sessionsOf(choicesOfWords(words), { lines: 6 }, 600, seen)
    expect((seen.kinds.list[0]?.tries ?? 0) / 600).toBeCloseTo(1 / 3, 1)
    // A changed session may begin with another line.
    const begins = (line: string) => shareOf(sessions, ([first]) => first === line)
    expect(begins('kind')).toBeCloseTo(0.43, 1)
    expect(begins('text')).toBeCloseTo(0.15, 1)
  })

  test('is continued with each word in turn', () => {
    const seen = seenWith({ kinds: [['x']] })
    const [earlier] = seen.kinds.list
    const added: boolean[] = []
    for (const make of makers(choicesOfWords(words), { lines: 6 }, 300)) {
      const { tries = 0 } = earlier ?? {}
      const [first, second] = make(seen)
      if (earlier?.tries !== tries && first === 'x') added.push(second === words[tries % words.length])
    }
    // The others are changed.
    expect(shareOf(added, Boolean)).toBeGreaterThan(0.5)
  })

  test.each([
    [2, 2],
    [40, 30],
  ])('is tried with each of %d words, 30 at the most, before an older one: %d', (count, tries) => {
    const seen = seenWith({ kinds: [['old'], ['new']] })
    const [old, latest] = seen.kinds.list
    for (const make of makers(choicesOfWords(words.slice(0, count)), { lines: 3 }, 200)) {
      make(seen)
      if (old?.tries !== 0) break
    }
    expect([old?.tries, latest?.tries]).toEqual([1, tries])
  })

  test('is often continued with one line, or with more', () => {
    const on = from(['x'], 12, 400, choicesOfWords(words))
      .map(withoutEnd)
      .filter(([first]) => first === 'x')
    const share = (is: (length: number) => boolean) => shareOf(on, ({ length }) => is(length))
    expect(share((length) => length === 2)).toBeGreaterThan(0.25)
    expect(share((length) => length === 3)).toBeGreaterThan(0.05)
    expect(share((length) => length > 8)).toBeGreaterThan(0.05)
  })

  test('may be whole, and end its input, before it is over', () => {
    const earlier = ['k0', 'k1', 'k2', 'k3']
    const sessions = from(earlier, 5, 400, choicesOfGame(lasting(6)))
    const on = sessions.filter((lines) => earlier.every((line, at) => lines[at] === line) && lines[4] !== null)
    expect(on.filter(({ length }) => length >= 5).length).toBeGreaterThan(100)
    expect(shareOf(on, (lines) => lines[5] === null)).toBeGreaterThan(0.35)
  })

  test('may be changed, though there is room for more', () => {
    const sessions = from(['x', 'y'], 6)
    for (const lines of [['y'], ['x', 'a', 'y'], ['a', 'x', 'y']]) expect(sessions).toContainEqual(lines)
  })

  test('is continued before the end of its input', () => {
    const sessions = from(['x', 'y', null], 6)
    for (const lines of sessions) expect(lines.slice(0, -1)).not.toContain(null)
    expect(sessions.some((lines) => lines[1] === 'y' && lines[2] === 'a')).toBe(true)
  })
})

describe('a session of the most lines is changed', () => {
  const earlier = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5']
  const isOfEarlier = (line: string | null | undefined) => earlier.includes(line ?? '')
  const changedOf = (choices: Choices) =>
    sessionsOf(choices, { lines: 6 }, 700, seenWith({ kinds: [earlier] })).filter((lines) => lines.some(isOfEarlier))
  const changed = changedOf(choicesOfWords(['a']))
  /** The lines of a session; `+` is one that is not of the earlier session. */
  const shapeOf = (lines: Answers) => withoutEnd(lines).map((line) => (isOfEarlier(line) ? line : '+'))

  test.each([
    ['lines are inserted', 'k0 + k1 k2 k3 k4'],
    ['lines are inserted at the beginning', '+ k0 k1 k2 k3 k4'],
    ['lines are left out', 'k0 k1 k3 k4 k5'],
    ['the first lines are left out', 'k2 k3 k4 k5'],
    ['a line is replaced', 'k0 k1 + k3 k4 k5'],
    ['two lines are replaced', 'k0 + + k3 k4 k5'],
    ['the last line is replaced', 'k0 k1 k2 k3 k4 +'],
    ['it is cut off', 'k0 k1'],
    ['nothing is changed', 'k0 k1 k2 k3 k4 k5'],
  ])('%s', (_, shape) => {
    expect(changed.map((lines) => shapeOf(lines).join(' '))).toContain(shape)
  })

  test('in most cases, with its lines in order, and one gap at the most', () => {
    expect(shareOf(changed, (lines) => earlier.every((line, at) => line === lines[at]))).toBeLessThan(0.4)
    for (const lines of changed) {
      const places = lines.flatMap((line) => (isOfEarlier(line) ? [earlier.indexOf(line ?? '')] : []))
      expect(places).toEqual([...places].sort())
      const gaps = places.slice(1).filter((place, index) => place > (places[index] ?? 0) + 1)
      expect(gaps.length).toBeLessThan(2)
    }
  })

  test('and may end its input where it is cut off, or go on after new lines unless these end it', () => {
    expect(changed.filter((lines) => lines.at(-1) === null).length).toBeGreaterThan(30)
    const goesOn = changed.filter(
      (lines) => lines.findLastIndex((line) => !isOfEarlier(line)) < lines.lastIndexOf('k5'),
    )
    expect(goesOn.length).toBeGreaterThan(100)
    for (const lines of changedOf(choicesOfGame(lasting(3))))
      if (lines.length >= 3 && lines[2] !== null && !isOfEarlier(lines[2])) expect(lines).toHaveLength(3)
  })
})

describe('the session of a judged entry', () => {
  const sessions = fc.sample(movesAndRefusals(ticTacToe), { seed: 1, numRuns: 200 })
  const ends = sessions.map((lines) => {
    let state: ReturnType<typeof ticTacToe.open>['state'] = ticTacToe.open().state
    for (const line of lines) state = state && ticTacToe.answer(state, toText(line)).state
    return state === undefined
  })

  test('is made of moves and of lines that must be refused', () => {
    expect(sessions.every((lines) => isJudged(ticTacToe, lines))).toBe(true)
    const lines = sessions.flat()
    const moves = lines.filter((line) => /^[0-8]$/.test(line)).length
    expect(moves).toBeGreaterThan(0.5 * lines.length)
    expect(moves).toBeLessThan(0.95 * lines.length)
  })

  test('goes to the end of the game or not, or is empty', () => {
    expect(ends).toEqual(expect.arrayContaining([true, false]))
    expect(Math.min(...sessions.map(({ length }) => length))).toBe(0)
  })
})

test('the usual length is twice that of some games, at least 60 and at most 500 lines', async () => {
  expect(await usualLength(picking)).toBe(60)
  expect(await usualLength(endless)).toBe(60)
  /** A game that ends after this many lines. */
  const ofLength = (length: number) => ({
    ...endless,
    answer: (state: unknown) =>
      Number(state) + 1 < length ? { output: '> ', state: Number(state) + 1 } : { output: '' },
  })
  expect(await usualLength(ofLength(100))).toBe(200)
  expect(await usualLength(ofLength(300))).toBe(500)
})
