import { describe, expect, test } from 'vitest'
import { scriptOf } from '../../session/script.ts'
import type { Expected } from '../../session/session.ts'
import { loosen } from '../../transcripts/loosen.ts'
import { readVaries } from '../../transcripts/varies.ts'
import { lock } from '../test-data/small-games.ts'
import { Corpus, kindOfReply } from './corpus.ts'

test('a new reply is a kind, one kind after another, or one more in a row, each with the shortest lines that lead to it', () => {
  const seen = new Corpus()
  const game = lock()
  const note = (...lines: string[]) => {
    seen.note(scriptOf(game, lines))
    return [seen.kinds.list.length, seen.texts.list.length]
  }
  expect(note()).toEqual([2, 1])
  expect(note('x', '3')).toEqual([6, 3])
  expect(note('y', '3')).toEqual([6, 3])
  expect(note('y', '3', '0')).toEqual([8, 3])
  const lines = () => seen.kinds.list.map((discovery) => discovery.lines)
  expect(lines().at(-1)).toEqual(['y', '3', '0'])
  expect(note('3', '0')).toEqual([9, 3])
  expect(lines()).toContainEqual(['3', '0'])
  expect(lines()).not.toContainEqual(['y', '3', '0'])
})

/** The replies of sessions without lines. */
function having(texts: readonly Expected[]) {
  const seen = new Corpus()
  for (const output of texts) seen.note({ turns: [{ output }], end: { how: 'cut' } })
  return seen
}

test('a reply is not new by what varies from run to run', () => {
  const [varies] = readVaries(['number'])
  const said = (text: string) => loosen(text, { varies: varies ? [varies] : [] }, true)
  expect(having([said('took 12 ms'), said('took 13 ms'), said('took 13 s')]).replies).toBe(2)
})

test('replies with other numbers are other texts, but of one kind', () => {
  const seen = having(['1 left\n', '2 left\n', '2 left\n', 'none left\n'])
  expect(seen.replies).toBe(3)
  expect(seen.kinds.list).toHaveLength(4)
})

test('replies that repeat the line before are of one kind', () => {
  const kindsAfter = (...lines: string[]) => {
    const seen = new Corpus()
    for (const answer of lines)
      seen.note({ turns: [{ output: '> ', answer }, { output: `no ${answer}\n> ` }], end: { how: 'cut' } })
    return seen.kinds.list.length
  }
  expect(kindsAfter('foo', 'bar')).toBe(kindsAfter('foo'))
})

test('the first lines that lead to a reply are kept, unless fewer do', () => {
  const saying = (output: string, ...lines: string[]) =>
    ({ turns: [...lines.map((answer) => ({ output: '', answer })), { output }], end: { how: 'cut' } }) as const
  const seen = new Corpus()
  const leadTo = (...lines: string[]) => {
    seen.note(saying('end', ...lines))
    return seen.texts.list.at(-1)?.lines
  }
  expect(leadTo('a', 'b')).toEqual(['a', 'b'])
  expect(leadTo('c', 'd')).toEqual(['a', 'b'])
  expect(leadTo('c', 'd', 'e')).toEqual(['a', 'b'])
  expect(leadTo('f')).toEqual(['f'])
})

test('at most 50,000 replies are kept', () => {
  const { texts } = new Corpus()
  for (let count = 0; count < 50_001; count++) texts.note(`reply ${count}`, ['a', 'b'])
  expect(texts.list).toHaveLength(50_000)
  texts.note('reply 7', ['a'])
  expect(texts.list.findIndex(({ lines }) => lines.length === 1)).toBe(7)
})

describe('the discovery to continue', () => {
  /** Discoveries, the newest last, each with a name in place of lines. */
  function seenOf(...names: string[]) {
    const { texts } = having(names)
    for (const [index, discovery] of texts.list.entries()) discovery.lines = [names[index] ?? '']
    return texts
  }

  test.each([
    [0, ['e']],
    [1, ['d', 'e']],
    [2, ['b', 'c', 'd', 'e']],
    [3, ['a', 'b', 'c', 'd', 'e']],
    [4, ['e']],
  ])('with scale %d is one of %j, with equal chances', (scale, names) => {
    const seen = seenOf('a', 'b', 'c', 'd', 'e')
    const found = Array.from({ length: 60 }, (_, rank) => seen.recent({ scale, rank })?.lines[0] ?? '')
    expect([...new Set(found)].sort()).toEqual(names)
    for (const name of names) expect(found.filter((one) => one === name)).toHaveLength(60 / names.length)
  })

  test('is the only one, or none if there is none', () => {
    const places = [0, 1, 2, 3].map((scale) => ({ scale, rank: 2 * scale + 1 }))
    for (const place of places) expect(seenOf('a').recent(place)?.lines).toEqual(['a'])
    for (const place of places) expect(seenOf().recent(place)).toBeUndefined()
    expect(seenOf().leastTried(1)).toBeUndefined()
  })

  test.each([
    [[0, 0, 0], 'c'],
    [[0, 0, 1], 'c'],
    [[0, 1, 2], 'b'],
    [[1, 0, 3], 'b'],
    [[0, 2, 2], 'a'],
    [[4, 3, 3], 'c'],
    [[3, 2, 4], 'b'],
    [[2, 3, 4], 'a'],
    [[4, 3, 2], 'c'],
  ])('is the newest that was tried less than twice, or else the one tried least: %j', (tries, name) => {
    const seen = seenOf('a', 'b', 'c')
    for (const [index, discovery] of seen.list.entries()) discovery.tries = tries[index] ?? 0
    expect(seen.leastTried(2)?.lines).toEqual([name])
  })
})

describe('the kind of a reply', () => {
  test('has neither numbers nor the typed line', () => {
    expect(kindOfReply("no 'Foo' at 12\n", 'Foo')).toBe(kindOfReply("no 'bar' at 7\n", ' bar'))
    expect(kindOfReply('12 left\n', 'x')).not.toBe(kindOfReply('none left\n', 'x'))
    expect(kindOfReply('12 left\n', null)).toBe('0 left\n')
    expect(kindOfReply('you said foo\n', 'foo')).not.toBe(kindOfReply('you said \n', 'foo'))
  })

  test.each([
    ['a part of a word', 'cart', 'art'],
    ['the beginning of a word', 'cart', 'car'],
    ['what is like a pattern', 'axb', 'a.b'],
    ['a sign', '(?)', '?'],
  ])('does not take %s for the line', (_, output, answer) => {
    expect(kindOfReply(output, answer)).toBe(output)
  })

  test('finds a line with signs', () => {
    for (const line of ['a+b', '(a', 'a|b', '[a]', 'a\\b', 'a{2}', '^a$', 'a*b', 'a?b'])
      expect(kindOfReply(`no ${line} here`, line)).toBe('no … here')
  })

  test('has a typed line of a hundred characters and more', () => {
    const long = 'x'.repeat(99)
    expect(kindOfReply(`no ${long}`, long)).toBe('no …')
    expect(kindOfReply(`no ${long}x`, `${long}x`)).toBe(`no ${long}x`)
  })
})
