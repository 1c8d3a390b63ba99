import { describe, expect, test } from 'vitest'
import { shownOf } from '../session/session.ts'
import {
  formatTranscript,
  isCutOff,
  limitsFor,
  newTranscript,
  parseTranscript,
  turnsIn,
  unansweredIn,
} from './transcript.ts'

const endsInCrLf = "line ends in CR LF: if Git did that, a line '*.transcript -text' in .gitattributes ends it"
const parse = (file: string) => parseTranscript('some.transcript', file)

test('a transcript has comments, settings, a command and a session', () => {
  const file = '# Shows: a thing.\n#\n# compare: trailing-space\n# status: 3\n$ ortho -n 3\nX> 4\nbye\n'
  expect(parse(file)).toEqual({
    path: 'some.transcript',
    comments: ['# Shows: a thing.', '#', '# compare: trailing-space', '# status: 3'],
    settings: { compare: 'trailing-space', status: 3 },
    command: 'ortho -n 3',
    session: 'X> 4\nbye\n',
    line: 6,
  })
})

test('the session is bytes, up to the end of the file', () => {
  expect(parse('$ x\n\xff\r\n$ y\n# z').session).toBe('\xff\r\n$ y\n# z')
})

test('a prompt may end with a space', () => {
  expect(parse('# prompt: ^> \n$ x\n').settings.prompt?.source).toBe('^> ')
  expect(parse('#status:  3 \n$ x\n').settings.status).toBe(3)
})

test('the longer silence counts: that of the setting, or that of the caller', () => {
  const silence = (head: string) => limitsFor(parse(`${head}$ x\n`), { milliseconds: 5000 }).milliseconds
  expect(['', '# timeout: 3\n', '# timeout: 9\n'].map(silence)).toEqual([5000, 5000, 9000])
})

test('there may be several settings that say what varies', () => {
  const { varies } = parse('# varies: time\n# Various: a comment\n#varies:  \\d+ms \n$ x\n').settings
  expect(varies?.map(({ source }) => source)).toEqual(['time', '\\d+ms'])
})

test('a parsed transcript is formatted as it was', () => {
  const file = '# caf\xc3\xa9\n# prompt: ^>>> \n$ python3 -i\n>>> 1\n1\n>>> '
  expect(formatTranscript(parse(file))).toBe(file)
})

test.each([
  ['', "some.transcript: no command: a line that begins with '$ '"],
  ['# a\n\nfoo\n', "some.transcript:3: expected a comment ('# …') or the command ('$ …')"],
  [
    '# compare: fuzzy\n$ x\n',
    "some.transcript:1: 'compare' must be one or more of exact, trailing-space, whitespace, case",
  ],
  ['#\n# status: 256\n$ x\n', "some.transcript:2: 'status' must be a number from 0 to 255, or 'any'"],
  ['# prompt:\n$ x\n', "some.transcript:1: 'prompt' must be a regular expression"],
  ['# status: 1\n# status: 1\n$ x\n', "some.transcript:2: 'status' is set twice"],
  ['# stderr: some\n$ x\n', "some.transcript:1: 'stderr' must be 'shown' or 'none'"],
  ['# pty: yes\n$ x\n', "some.transcript:1: 'pty' must be 'only'"],
  ['# timeout: 0\n$ x\n', "some.transcript:1: 'timeout' must be a number of seconds"],
  ['# game:\n$ x\n', "some.transcript:1: 'game' must be the file of a game"],
  ['# input: stdin\n$ x\n', "some.transcript:1: 'input' must be 'interactive'"],
  ['# \xff\n$ x\n', 'some.transcript:1: not UTF-8'],
  ['# a\n$ ortho\r\nX> ', `some.transcript:2: ${endsInCrLf}`],
  ['\xef\xbb\xbf$ ortho\n', 'some.transcript:1: begins with a byte order mark'],
  ['$ ortho\0\n', 'some.transcript:1: holds a NUL byte'],
  ['# compair: exact\n$ x\n', "some.transcript:1: no setting is called 'compair': did you mean 'compare'?"],
  ['# Status: 3\n$ x\n', "some.transcript:1: no setting is called 'Status': did you mean 'status'?"],
  ['# stderr : none\n$ x\n', "some.transcript:1: a setting is written '# stderr: none'"],
  ['# pty only\n$ x\n', "some.transcript:1: a setting is written '# pty: only'"],
  ['# timeout 5\n$ x\n', "some.transcript:1: a setting is written '# timeout: 5'"],
  ['#Status\t3 \n$ x\n', "some.transcript:1: a setting is written '# status: 3'"],
  ['# unanswered: 0\n$ x\n', "some.transcript:1: 'unanswered' must be numbers, counted from 1"],
  ['# env: TZ\n$ x\n', "some.transcript:1: 'env' must name variables, as in TZ=UTC LANG=C"],
  ['# varies: \\d*\n$ x\n', "some.transcript:1: 'varies' matches the empty text: \\d*"],
  ["# unprompted: 'a\n$ x\n", "some.transcript:1: a quote is not closed: 'a"],
  ...[`$ x ${'"'.repeat(100_000)}\n`, `${'#\n'.repeat(50_000)}$ x\n`, 'x\n'.repeat(100_000)].map((file) => [
    file,
    `some.transcript: more than 100000 bytes before the session, or no command: a line that begins with '$ '`,
  ]),
])('%.40j cannot be used', (file, message) => {
  expect(() => parse(file)).toThrow(expect.objectContaining({ name: 'UsageError', message }))
})

test('a comment may have a colon, and begin with the name of a setting', () => {
  const like = ['pty sessions are slow', 'status 3 is right', 'prompt and answer', 'stderr : nothing', 'input']
  expect(parse(`${like.map((text) => `# ${text}\n`).join('')}$ x\n`).settings).toEqual({})
  expect(parse('# Note: this\n# what it shows: that\n# play: on\n# Name: x\n# Same: y\n$ x\n').settings).toEqual({})
})

describe('turns in a session', () => {
  const prompt = /^[XO]> /

  test('an answer is what follows a prompt up to the end of its line', () => {
    expect(turnsIn('board\nX> 4\ninvalid.\nX> \nend\n', prompt)).toEqual([
      { output: 'board\nX> ', answer: '4' },
      { output: 'invalid.\nX> ', answer: '' },
      { output: 'end\n' },
    ])
  })

  test('an answer may hold anything but a newline', () => {
    expect(turnsIn('X> a > \r\xff\nend', prompt)).toEqual([{ output: 'X> ', answer: 'a > \r\xff' }, { output: 'end' }])
  })

  test("^D ends the input, and what follows is all the program's", () => {
    expect(turnsIn('X> ^D\nX> bye\n', prompt)).toEqual([{ output: 'X> ', answer: null }, { output: '\nX> bye\n' }])
    expect(turnsIn('X> ^D', prompt)).toEqual([{ output: 'X> ', answer: null }, { output: '' }])
    expect(turnsIn('X> ^Dbye\nX> ', prompt)).toEqual([{ output: 'X> ', answer: null }, { output: 'bye\nX> ' }])
    const sum = [{ output: '', answer: '1' }, { output: '', answer: null }, { output: '1\n^D' }]
    expect(turnsIn('1\n^D1\n^D', undefined, { unprompted: ['1', null] })).toEqual(sum)
  })

  test('lines of output that begin like a prompt are counted', () => {
    const turns = [
      { output: 'X> say 1 or 2\nX> ', answer: 'X> 4' },
      { output: 'X> 4\nX> ', answer: '' },
      { output: 'X> \nX> bye' },
    ]
    expect(unansweredIn(turns, prompt)).toEqual([1, 3, 5, 6])
    expect(turnsIn(shownOf({ turns }), prompt, { unanswered: [1, 3, 5, 6] })).toEqual(turns)
    const ended = [{ output: 'X> a\nX> ', answer: null }, { output: 'X> 4\nX> 5\n' }]
    expect(unansweredIn(ended, prompt)).toEqual([1])
    expect(turnsIn(shownOf({ turns: ended }), prompt, { unanswered: [1] })).toEqual(ended)
  })

  test('lines of output that equal the next answer without a prompt are counted', () => {
    const turns = [
      { output: 'a\n\nX> 1\n\nX> ', answer: '2' },
      { output: '\n', answer: '' },
      { output: '\n^D of a key\n', answer: null },
      { output: '\n' },
    ]
    const unprompted = ['', null]
    expect(unansweredIn(turns, prompt, unprompted)).toEqual([1, 2, 3, 5, 7])
    expect(turnsIn(shownOf({ turns }), prompt, { unprompted, unanswered: [1, 2, 3, 5, 7] })).toEqual(turns)
  })

  test('an answer without a prompt is the next line that is exactly this', () => {
    expect(turnsIn('a\na\n* b\n\nc\n^D\nbye\n', /^\* /, { unprompted: ['a', '', null] })).toEqual([
      { output: '', answer: 'a' },
      { output: 'a\n* ', answer: 'b' },
      { output: '', answer: '' },
      { output: 'c\n', answer: null },
      { output: '\nbye\n' },
    ])
  })

  test.each([
    ['X> 4\nboard\nO> ', true],
    ['X> 4\nX won.\n', false],
    ['X> ^D\n', false],
    ['', false],
  ])('%j is cut off: %s', (session, cutOff) => {
    expect(isCutOff(turnsIn(session, prompt), prompt)).toBe(cutOff)
  })
})

describe('a transcript that is made of its parts', () => {
  const parts = { comments: ['# Why.', '# varies: time', '# status: 3'], command: 'x', session: 'a\n' }
  test('equals the one that is parsed from its file', () => {
    expect(newTranscript('some.transcript', parts)).toEqual(parse(formatTranscript(parts)))
  })
  test.each([
    ['with a newline in a comment', '# a\nb', 'some.transcript:4: holds a newline'],
    [
      'with more before the session than is read',
      `#${'x'.repeat(1e7)}`,
      /^some.transcript: more than \d+ bytes before/,
    ],
  ])('is refused %s', (_, comment, error) => {
    const comments = [...parts.comments, comment]
    expect(() => newTranscript('some.transcript', { ...parts, comments })).toThrow(error)
  })
})
