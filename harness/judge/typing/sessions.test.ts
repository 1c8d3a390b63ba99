import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { isJudged } from '../../games/rules.ts'
import { type Answers, toText, withoutEnd } from '../../session/bytes.ts'
import { endless, picking } from '../test-data/small-games.ts'
import { type Choices, choicesOfGame, choicesOfWords } from './choices.ts'
import { Novelty } from './novelty.ts'
import { anySession, judgedSession, type SessionOptions, usualLength } from './sessions.ts'

/** What the reference said: kinds of reply and texts, the oldest first, each with the lines that lead there. */
function seenWith({ kinds, texts = kinds }: { kinds: readonly Answers[]; texts?: readonly Answers[] }) {
  const seen = new Novelty()
  for (const [index, lines] of kinds.entries()) {
    const thing = `kind ${'x'.repeat(index)}`
    seen.kinds.note(thing, lines)
    seen.texts.note(thing, texts[index] ?? [])
  }
  return seen
}

const makers = (choices: Choices, options: SessionOptions, numRuns: number) =>
  fc.sample(anySession(choices, options), { seed: 1, numRuns })

const sessionsOf = (choices: Choices, options: SessionOptions, numRuns: number, seen = new Novelty()) =>
  makers(choices, options, numRuns).map((make) => make(seen))

/** The part of some items for which something is true. */
const shareOf = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length / items.length

/** A game that is over after so many lines. It fails when it is asked about its state then. */
const lasting = (count: number): Game<number> => ({
  ...{ name: 'lasting', prompt: /^> /, key: String, illegal: () => [] },
  open: () => ({ output: '> ', state: 1 }),
  answer: (state) => ({ output: '> ', ...(state < count && { state: state + 1 }) }),
  legal: (state) => [`a${state.toString()}`, `b${state.toString()}`],
})

test('a session may have any length up to the greatest, and the end of input after that', () => {
  const long = (length: number) => Array.from({ length }, (_, at) => `${at}`)
  const seen = seenWith({ kinds: [long(2), long(4), long(5), long(9)] })
  for (const novelty of [new Novelty(), seen]) {
    const lengths = sessionsOf(choicesOfWords(['a', 'b']), { lines: 5 }, 200, novelty).map(
      (lines) => withoutEnd(lines).length,
    )
    expect([...new Set(lengths)].sort()).toEqual([0, 1, 2, 3, 4, 5])
  }
})

test('half of the sessions end their input, after all lines; none that is over by itself does', () => {
  const sessions = sessionsOf(choicesOfGame(lasting(4)), { lines: 6 }, 400)
  const [short, over] = [
    sessions.filter((lines) => withoutEnd(lines).length < 4),
    sessions.filter((lines) => withoutEnd(lines).length >= 4),
  ]
  expect(shareOf(short, (lines) => lines.at(-1) === null)).toBeCloseTo(0.5, 1)
  expect(over.length).toBeGreaterThan(50)
  expect(shareOf(over, (lines) => lines.length === 4)).toBe(1)
  expect(sessions.every((lines) => !lines.slice(0, -1).includes(null))).toBe(true)
})

test('lines that are not UTF-8 come only where they are asked for', () => {
  const isUtf8 = (line: string | null) => line === null || toText(line).isWellFormed()
  for (const nonUtf8 of [false, true]) {
    const sessions = sessionsOf(choicesOfGame(ticTacToe), { lines: 20, nonUtf8 }, 40)
    expect(sessions.flat().every(isUtf8)).toBe(!nonUtf8)
  }
  expect(sessionsOf(choicesOfGame(ticTacToe), { lines: 20 }, 40).flat().every(isUtf8)).toBe(true)
})

test('plain sessions have likely lines only, whatever others showed', () => {
  const choices = { ...choicesOfWords(['a', 'b']), others: ['x'] }
  const plain = sessionsOf(choices, { lines: 8, isPlain: true }, 200, seenWith({ kinds: [['k']] }))
  expect(new Set(plain.flat())).toEqual(new Set(['a', 'b', null]))
  const all = sessionsOf(choices, { lines: 8 }, 200, seenWith({ kinds: [['k']] }))
  expect(new Set(all.flat()).size).toBeGreaterThan(10)
})

describe('a session that begins anew', () => {
  const words = Array.from({ length: 9 }, (_, index) => `w${index}`)
  const usedIn = (choices: Choices) =>
    sessionsOf(choices, { lines: 80, isPlain: true }, 150)
      .filter(({ length }) => length > 40)
      .map((lines) => [...new Set(withoutEnd(lines))].sort())

  test('has a third of the words in no place, other ones each time, or has them all', () => {
    const used = usedIn(choicesOfWords(words))
    const some = used.filter(({ length }) => length < words.length)
    expect(shareOf(used, ({ length }) => length < words.length)).toBeGreaterThan(0.5)
    expect(some.length).toBeLessThan(used.length)
    const counts = some.map(({ length }) => length)
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeCloseTo(6, 0)
    for (const word of words) {
      expect(some.some((one) => one.includes(word))).toBe(true)
      expect(some.some((one) => !one.includes(word))).toBe(true)
    }
  })

  test('has only the other one of two words at times', () => {
    const used = usedIn(choicesOfWords(['a', 'b'])).map(String)
    expect(new Set(used)).toEqual(new Set(['a', 'b', 'a,b']))
  })

  test('has the only word, which cannot be left out', () => {
    expect(new Set(usedIn(choicesOfWords(['a'])).flat())).toEqual(new Set(['a']))
  })
})

describe('a session that showed something new', () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`)

  test('is gone on from in two of three sessions, half of them by what was hardly tried', () => {
    const seen = seenWith({ kinds: [['kind']], texts: [['text']] })
    const sessions = sessionsOf(choicesOfWords(words), { lines: 6 }, 600, seen)
    const [lead] = seen.kinds.leads
    expect((lead?.tries ?? 0) / 600).toBeCloseTo(1 / 3, 1)
    const begins = (line: string) => shareOf(sessions, ([first]) => first === line)
    // A session that is changed may begin with another line.
    expect(begins('kind')).toBeGreaterThan(0.35)
    expect(begins('kind')).toBeLessThan(0.5)
    expect(begins('text')).toBeGreaterThan(0.11)
    expect(begins('text')).toBeLessThan(0.18)
  })

  test('is gone on with each word in turn', () => {
    const seen = seenWith({ kinds: [['x']] })
    const [lead] = seen.kinds.leads
    const added: boolean[] = []
    for (const make of makers(choicesOfWords(words), { lines: 6 }, 300)) {
      const { tries = 0 } = lead ?? {}
      const [first, second] = make(seen)
      if (lead?.tries !== tries && first === 'x') added.push(second === words[tries % words.length])
    }
    // The others are changed.
    expect(shareOf(added, Boolean)).toBeGreaterThan(0.5)
  })

  test.each([
    [2, 2],
    [40, 30],
  ])('is tried with each of %d words, 30 times at the most, before an older one: %d', (count, tries) => {
    const seen = seenWith({ kinds: [['old'], ['new']] })
    const [old, latest] = seen.kinds.leads
    for (const make of makers(choicesOfWords(words.slice(0, count)), { lines: 3 }, 200)) {
      make(seen)
      if (old?.tries !== 0) break
    }
    expect([old?.tries, latest?.tries]).toEqual([1, tries])
  })

  test('is gone on with one line, often, or with more', () => {
    const sessions = sessionsOf(choicesOfWords(words), { lines: 12 }, 400, seenWith({ kinds: [['x']] }))
    const on = sessions.map(withoutEnd).filter(([first]) => first === 'x')
    expect(shareOf(on, ({ length }) => length === 2)).toBeGreaterThan(0.25)
    expect(shareOf(on, ({ length }) => length === 3)).toBeGreaterThan(0.05)
    expect(shareOf(on, ({ length }) => length > 8)).toBeGreaterThan(0.05)
  })

  test('may be whole, and end its input, before it is over', () => {
    const lead = ['k0', 'k1', 'k2', 'k3']
    const sessions = sessionsOf(choicesOfGame(lasting(6)), { lines: 5 }, 400, seenWith({ kinds: [lead] }))
    const on = sessions.filter((lines) => lead.every((line, at) => lines[at] === line) && lines[4] !== null)
    expect(on.filter(({ length }) => length >= 5).length).toBeGreaterThan(100)
    expect(shareOf(on, (lines) => lines[5] === null)).toBeGreaterThan(0.35)
  })

  test('may be changed instead, though there is room for more', () => {
    const sessions = sessionsOf(choicesOfWords(['a']), { lines: 6 }, 300, seenWith({ kinds: [['x', 'y']] }))
    for (const lines of [['y'], ['x', 'a', 'y'], ['a', 'x', 'y']]) expect(sessions).toContainEqual(lines)
  })

  test('that ended its input goes on before that', () => {
    const sessions = sessionsOf(choicesOfWords(['a']), { lines: 6 }, 300, seenWith({ kinds: [['x', 'y', null]] }))
    for (const lines of sessions) expect(lines.slice(0, -1)).not.toContain(null)
    expect(sessions.some((lines) => lines[1] === 'y' && lines[2] === 'a')).toBe(true)
  })
})

describe('a session that is as long as it may be is changed', () => {
  const lead = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5']
  const isOfLead = (line: string | null | undefined) => lead.includes(line ?? '')
  const changedOf = (choices: Choices) =>
    sessionsOf(choices, { lines: 6 }, 700, seenWith({ kinds: [lead] })).filter((lines) => lines.some(isOfLead))
  const changed = changedOf(choicesOfWords(['a']))
  /** Tells whether there is a session whose lines are these; `+` is one that is not of the earlier session. */
  const has = (text: string) =>
    changed.some(
      (lines) =>
        withoutEnd(lines)
          .map((line) => (isOfLead(line) ? line : '+'))
          .join(' ') === text,
    )

  test('in most cases', () => {
    expect(changed.length).toBeGreaterThan(300)
    expect(shareOf(changed, (lines) => lead.every((line, at) => line === lines[at]))).toBeLessThan(0.4)
  })

  test.each([
    ['lines are put in', 'k0 + k1 k2 k3 k4'],
    ['lines are put in before it', '+ k0 k1 k2 k3 k4'],
    ['lines are left out', 'k0 k1 k3 k4 k5'],
    ['the first ones are left out', 'k2 k3 k4 k5'],
    ['lines are replaced', 'k0 k1 + k3 k4 k5'],
    ['two lines are replaced', 'k0 + + k3 k4 k5'],
    ['the last line is replaced', 'k0 k1 k2 k3 k4 +'],
    ['it is cut off', 'k0 k1'],
    ['nothing is changed', 'k0 k1 k2 k3 k4 k5'],
  ])('%s', (_, text) => {
    expect(has(text)).toBe(true)
  })

  test('and keeps its lines in their order, with one gap at the most', () => {
    for (const lines of changed) {
      const places = lines.flatMap((line) => (isOfLead(line) ? [lead.indexOf(line ?? '')] : []))
      expect(places).toEqual([...places].sort())
      const gaps = places.slice(1).filter((place, index) => place > (places[index] ?? 0) + 1)
      expect(gaps.length).toBeLessThan(2)
    }
  })

  test('and may end its input where the earlier one does not go on', () => {
    const ended = changed.filter((lines) => lines.at(-1) === null)
    expect(ended.length).toBeGreaterThan(30)
    const goesOn = changed.filter((lines) => lines.findLastIndex((line) => !isOfLead(line)) < lines.lastIndexOf('k5'))
    expect(goesOn.length).toBeGreaterThan(100)
  })

  test('and does not go on where new lines have ended it', () => {
    for (const lines of changedOf(choicesOfGame(lasting(3))))
      if (lines.length >= 3 && lines[2] !== null && !isOfLead(lines[2])) expect(lines).toHaveLength(3)
  })
})

describe('the session of a judged entry', () => {
  const sessions = fc.sample(judgedSession(ticTacToe), { seed: 1, numRuns: 200 })
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
