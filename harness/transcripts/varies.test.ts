import { expect, test } from 'vitest'
import { toBytes } from '../session/bytes.ts'
import { matcher } from '../session/matcher.ts'
import { kindsThatDiffer, loosen, parseVaries, withExamples } from './varies.ts'

const parse = (source: string) => {
  const read = parseVaries(source)
  if ('error' in read) throw new Error(read.error)
  return read.value
}

/** True if an output is right where another was recorded. */
function isRight(recorded: string, output: string, compare: string, varies: readonly string[] = [], last = true) {
  const match = matcher(loosen(toBytes(recorded), { varies: varies.map(parse), compare }, last), last)
  return match.feed(toBytes(output)) === toBytes(output).length && match.state === 'complete'
}

test.each([
  [['\\d+ms'], 'took 12ms of 5 s\n', 'took 9ms of 5 s\n', true],
  [['\\d+ms'], 'took 12ms of 5 s\n', 'took 9ms of 6 s\n', false],
  [['\\d+ms'], 'took 12ms\n', 'took 1\n2ms\n', false],
  [['a[^b]+b'], 'axb\n', 'a\n\nb\n', false],
  [['a.b'], 'axb\n', 'aéb\n', true],
  [['(?s)a.b'], 'axb\n', 'a\nb\n', false],
  [['(?i)id [a-f]{2,3}|none'], 'ID ab, none\n', 'none, id FADE\n', false],
  [['^\\d+\\b'], '1 2\n', '33 2\n', true],
  [['^\\d+\\b'], '1 2\n', '1 3\n', false],
  [['[а-я]+'], 'слово é\n', 'дело é\n', true],
  [['b+', 'ab?', 'c'], 'abc\n', 'ac\n', true],
  [['b+', 'ab?', 'c'], 'abbc\n', 'abc\n', true],
  [['(?:x|)y'], 'xy\n', 'y\n', true],
])('where %j varies, %j may be %j: %s', (varies, recorded, output, expected) => {
  expect(isRight(recorded, output, 'exact', varies)).toBe(expected)
})

test.each<[compare: string, recorded: string, output: string, isSame: boolean]>([
  ['exact', 'a \n\xff', 'a \n\xff', true],
  ['exact', 'a \n', 'a\n', false],
  ['trailing-space', '  1 2\nX\n', '  1 2   \nX\n', true],
  ['trailing-space', 'end', 'end  ', true],
  ['trailing-space', 'end  ', 'end', true],
  ['trailing-space', '  1 2\n', ' 1 2\n', false],
  ['trailing-space', 'a b\n', 'a  b\n', false],
  ['trailing-space', 'a\n\nb\n', 'a\nb\n', false],
  ['whitespace', 'O 3 | | |\n+--+\n', '  O 3 |   |   |\n      +--+\n', true],
  ['whitespace', 'a\nb', '\n  \na  \n\n \nb\n\n', true],
  ['whitespace', '\na\n\nb\n', 'a\nb', true],
  ['whitespace', 'a\r\nb', 'a\nb', true],
  ['whitespace', 'ab', 'a b', false],
  ['whitespace', 'a\nb', 'a b', false],
  ['whitespace', '', ' \n ', true],
  ['case', 'Ärger 1\n', 'äRGER 1\n', true],
  ['case', 'ab', 'a', false],
  ['case', 'ab', 'aab', false],
  ['case', 'a b\n', 'A  B', false],
  ['whitespace case', 'a b\n', 'A  B', true],
])('by %s, %j and %j are equal: %s', (compare, recorded, output, isSame) => {
  expect(isRight(recorded, output, compare)).toBe(isSame)
})

test.each<[compare: string, output: string, isSame: boolean]>([
  ['trailing-space', '1  \nX> ', true],
  ['trailing-space', '1\nX>', false],
  ['whitespace', '\n 1\n\nX>  ', true],
  ['whitespace', '1\nX>', false],
])('an answer follows a prompt, so by %s its space counts: %j', (compare, output, isSame) => {
  expect(isRight('1\nX> ', output, compare, [], false)).toBe(isSame)
})

test('white space beside a varying place may be another one, in it and where it is missing it is its own', () => {
  const varies = ['\\d+ s']
  expect(isRight('in  12 s  now\n', 'in 3 s now', 'whitespace', varies)).toBe(true)
  expect(isRight('in  12 s  now\n', 'in 3  s now', 'whitespace', varies)).toBe(false)
  expect(isRight('in 12 s.\n', 'in 3 s.', 'whitespace', varies)).toBe(true)
})

test('a million spaces before a word take no time by their square', () => {
  expect(loosen(`${' '.repeat(1_000_000)}a`, { compare: 'trailing-space' }, true)).toHaveLength(3)
})

test('bytes that are not UTF-8 are no varying place', () => {
  expect(loosen('1\xff2\n', { varies: [parse('1.2')] }, true)).toBe('1\udcff2\n')
})

test.each([
  ['a 1\nb 2\nc\n', 'a 5\nB 6\nc\n', 'a 1\nB 6\nc\n'],
  ['a 1\nb 2\nc\n', 'a 5\nnew 7\nb 6\n', 'a 1\nnew 7\nb 2\n'],
  ['a 1\nb 2\n3> ', 'b 6\n8> ', 'b 2\n3> '],
  ['', 'b 6\n', 'b 6\n'],
])('an update of %j by %j keeps the examples that are still right', (recorded, now, expected) => {
  expect(withExamples(recorded, now, [parse('number')])).toBe(expected)
})

test.each<[string, string[], string[]]>([
  ['uuid', ['0b4e2f7a-1c3d-4e5f-8a9b-0c1d2e3f4a5b'], ['0b4e2f7a-1c3d']],
  [
    'date',
    [
      '2026-11-25',
      '25.11.2026',
      '11/25/2026',
      'Wed Nov 25',
      'Wed, 25 Nov 2026',
      'March 3, 2026',
      '2026-01-02T12:00:01.123Z',
    ],
    ['May be', '1.2.3'],
  ],
  ['time', ['21:20', '9:05:07.123', '21:20:02+01:00', '9:05 PM', '12ms', '0.25 s', '3 seconds'], ['12 m', '1:2']],
  ['path', ['/tmp/x', '/home/ann/.config/a-b.txt', '/tmp/é/'], ['and/or/not', '/tmp']],
  ['hex', ['0x7ffd1f', 'deadbee', 'CAFE0123'], ['cafe']],
  ['number', ['0', '-12', '3.25', '1,000'], ['x']],
])('the built-in kind %s is what it says, and no more', (kind, are, areNot) => {
  const whole = (text: string) => {
    const matcher = parse(kind).pattern.matcher(text)
    return matcher.find() && matcher.start() === 0 && matcher.end() === text.length
  }
  expect(are.filter((text) => !whole(text))).toEqual([])
  expect(areNot.filter(whole)).toEqual([])
})

test.each([
  ['', 'must be a regular expression or one of uuid, date, time, path, hex, number'],
  ['(', 'is not a regular expression in RE2 syntax: missing closing ): `(`'],
  ['\\d*', 'matches the empty text: \\d*'],
  ['.+', 'matches any text, so nothing would be compared: .+'],
  ['\\S+', 'matches any text, so nothing would be compared: \\S+'],
  ['[a-z].*', 'matches any text, so nothing would be compared: [a-z].*'],
  ['(?:a{30}b{30}){20}', 'is too large: (?:a{30}b{30}){20}'],
])('%j is refused', (source, error) => {
  expect(parseVaries(source)).toEqual({ error })
})

test.each<[recorded: string, now: string, Record<string, string>]>([
  ['it is 400162303\n', 'it is 45\n', { number: '400162303' }],
  ['at 0x7ffd1f of /tmp/a1/x: 12\n', 'at 0x7ffd2e of /tmp/b7/x: 12\n', { hex: '0x7ffd1f', path: '/tmp/a1/x' }],
  ['2026-11-25 21:20:05, 3 left\n', '2026-11-25 21:20:06, 3 left\n', { time: '21:20:05' }],
  ['12 of 3\n', '13 or 3\n', {}],
  ['abc\n', 'abd\n', {}],
])('%j and %j differ in %j', (recorded, now, expected) => {
  expect(Object.fromEntries(kindsThatDiffer(recorded, now))).toEqual(expected)
})

test.each([
  [`\\d${'x?'.repeat(400)}`, '1 '.repeat(2000), `--varies: too much varies in a reply: \\d${'x?'.repeat(400)}`],
  ['a(.*X)?', 'a'.repeat(400_000), '--varies: takes too long to find its varying places: a(.*X)?'],
])('what takes long to find in a long reply is an error: row %#', { tags: 'slow' }, (varies, recorded, error) => {
  expect(() => loosen(recorded, { varies: [parse(varies)], compare: 'whitespace' }, true)).toThrow(error)
})
