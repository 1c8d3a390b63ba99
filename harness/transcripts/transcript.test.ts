import { expect, test } from 'vitest'
import {
  formatTranscript,
  isCutOff,
  joinLines,
  limitsFor,
  newTranscript,
  parseTranscript,
  splitLines,
  titleOf,
  turnsOf,
  withSettings,
} from './transcript.ts'

const parse = (file: string) => parseTranscript('some.transcript', file)

test('a transcript has comments, settings, a command and a session of any bytes', () => {
  const file =
    '# caf\xc3\xa9: a thing.\n#\n# compare: trailing-space\n#status:  3 \n# prompt: ^> \n$ ortho\n\xff\r\n$ y\n# z'
  const { comments, settings, ...parts } = parse(file)
  expect(parts).toEqual({ path: 'some.transcript', command: 'ortho', session: '\xff\r\n$ y\n# z', line: 7 })
  expect(comments.slice(0, 2)).toEqual(['# café: a thing.', '#'])
  expect({ ...settings, prompt: settings.prompt?.source }).toEqual({
    ...{ compare: 'trailing-space', status: 3, prompt: '^> ' },
  })
  expect(formatTranscript(parse(file))).toBe(file)
})

test('the longer silence counts: that of the setting, or that of the caller', () => {
  const silence = (head: string) => limitsFor(parse(`${head}$ x\n`), { milliseconds: 5000 }).milliseconds
  expect(['', '# timeout: 3\n', '# timeout: 9\n'].map(silence)).toEqual([5000, 5000, 9000])
})

test('a setting is replaced where it stands, removed or added; what varies is always added', () => {
  const head = parse('# A.\n# status: 3\n# varies: time\n$ x\n')
  const comments = (settings: Parameters<typeof withSettings>[1]) => withSettings(head, settings).comments
  expect(comments({ status: '4' })).toEqual(['# A.', '# status: 4', '# varies: time'])
  expect(comments({ status: undefined })).toEqual(['# A.', '# varies: time'])
  expect(comments({ pty: 'only' })).toEqual(['# A.', '# status: 3', '# varies: time', '# pty: only'])
  expect(withSettings(head, { varies: 'date' }).settings.varies?.map(({ source }) => source)).toEqual(['time', 'date'])
})

test.each([
  ['', "some.transcript: no command: a line that begins with '$ '"],
  ['# a\n\nfoo\n', "some.transcript:3: expected a comment ('# …') or the command ('$ …')"],
  ['#\n# status: 256\n$ x\n', "some.transcript:2: 'status' must be a number from 0 to 255, or 'any'"],
  ['# prompt:\n$ x\n', "some.transcript:1: 'prompt' must be a regular expression"],
  ['# status: 1\n# status: 1\n$ x\n', "some.transcript:2: 'status' is set twice"],
  ['# stderr: some\n$ x\n', "some.transcript:1: 'stderr' must be 'shown' or 'none'"],
  ['# pty: yes\n$ x\n', "some.transcript:1: 'pty' must be 'only'"],
  ['# timeout: 0\n$ x\n', "some.transcript:1: 'timeout' must be a number of seconds"],
  ['# game:\n$ x\n', "some.transcript:1: 'game' must be the file of a game"],
  [
    '# compare: fuzzy\n$ x\n',
    "some.transcript:1: 'compare' must be one or more of exact, trailing-space, whitespace, case",
  ],
  [
    '# a\n$ ortho\r\nX> ',
    "some.transcript:2: line ends in CR LF: if Git did that, a line '*.transcript -text' in .gitattributes ends it",
  ],
  ['# \xff\n$ x\n', 'some.transcript:1: not UTF-8'],
  ['\xef\xbb\xbf$ ortho\n', 'some.transcript:1: begins with a byte order mark'],
  ['$ ortho\0\n', 'some.transcript:1: holds a NUL byte'],
  ['# prompt: ^> \n<<<<<<< HEAD\n$ ask\n', 'some.transcript:2: a conflict of Git: choose one side'],
  ['# Status: 3\n$ x\n', "some.transcript:1: no setting is called 'Status': did you mean 'status'?"],
  ['# stderr : none\n$ x\n', "some.transcript:1: a setting is written '# stderr: none'"],
  ['# hidden\n$ x\n', "some.transcript:1: a setting is written '# hidden: yes'"],
  ['# pty only\n$ x\n', "some.transcript:1: a setting is written '# pty: only'"],
  ['#Status\t3 \n$ x\n', "some.transcript:1: a setting is written '# status: 3'"],
  ['# unanswered: 0\n$ x\n', "some.transcript:1: 'unanswered' must be numbers, counted from 1"],
  ['# env: TZ\n$ x\n', "some.transcript:1: 'env' must name variables, as in TZ=UTC LANG=C"],
  ["# unprompted: 'a\n$ x\n", "some.transcript:1: a quote is not closed: 'a"],
  ...[`$ x ${'"'.repeat(100_000)}\n`, `${'#\n'.repeat(50_000)}$ x\n`, 'x\n'.repeat(100_000)].map((file) => [
    file,
    `some.transcript: more than 100000 bytes before the session, or no command: a line that begins with '$ '`,
  ]),
])('%.40j cannot be used', (file, message) => {
  expect(() => parse(file)).toThrow(expect.objectContaining({ name: 'UsageError', message }))
})

test.each([
  ['with a newline in a comment', '# a\nb', 'x:1: holds a newline'],
  ['with more before the session than is read', `#${'x'.repeat(1e7)}`, /^x: more than \d+ bytes before the session$/],
])('a transcript %s is not made', (_, comment, error) => {
  expect(() => newTranscript('x', { comments: [comment], command: 'x', session: '' })).toThrow(error)
})

test('a comment may have a colon, and begin with the name of a setting', () => {
  const like = ['pty sessions are slow', 'status 3 is right', 'prompt and answer', 'stderr : nothing', 'input']
  const others = ['Note: this', 'what it shows: that', 'play: on', 'Name: x', 'Same: y', 'Various: z']
  const head = parse(`${[...like, ...others].map((text) => `# ${text}\n`).join('')}$ x\n`)
  expect([head.settings, titleOf(head)]).toEqual([{}, 'pty sessions are slow'])
})

test.each([
  ['X> 4\nboard\nO> ', true],
  ['X> 4\nX won.\n', false],
  ['X> ^D\n', false],
  ['', false],
])('%j is cut off: %s', (session, cutOff) => {
  expect(isCutOff(turnsOf(parse(`$ x\n${session}`), /^[XO]> /), /^[XO]> /)).toBe(cutOff)
})

test('lines are split as a shell does it, and joined as they are split', () => {
  expect(splitLines(` c3  r3\n"" 'a "b"' "a 'b' \\"c\\" \\\\ \\d" a' 'b \\\\ é ^Dx ^D`)).toEqual([
    ...['c3', 'r3', '', 'a "b"', `a 'b' "c" \\ \\d`, 'a b', '\\', '\xc3\xa9', '^Dx', null],
  ])
  const lines = ['c3', '', 'a b', `it's "so"`, '\\', `a'\\"`, 'x\t', '\xc3\xa9', null]
  expect(splitLines(joinLines(lines))).toEqual(lines)
  expect(joinLines(['c3', 'a b', '', null])).toBe("c3 'a b' '' ^D")
})
