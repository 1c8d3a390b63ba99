import { expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { toBytes } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { exactly, scriptOf } from '../session/script.ts'
import type { End, Script } from '../session/session.ts'
import { excerptOf, failureOf } from './difference.ts'
import { failureFor } from './test-data/reports.ts'

const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'right\n' }],
  end: { how: 'exit', status: 0 },
}

/** The sentence on a program that stops after some output of its first turn. */
function sentenceOn(output: string, end: End) {
  const outcome = compare(script, { turns: [{ output }], end }, { lockStep: true })
  return failureOf('random', script, outcome, undefined, '$|=1').sentence
}

test.each<[End, string]>([
  [{ how: 'silent', milliseconds: 2000 }, 'no output for 2 s'],
  [
    { how: 'silent', milliseconds: 500, later: 'wrote' },
    'no output for 0.5 s, then it went on: a slow program needs a longer --timeout',
  ],
  [
    { how: 'silent', milliseconds: 2000, later: 'flushed' },
    'writes nothing until its input ends (no output for 2 s): it does not flush its prompt (try $|=1), or reads all its input first',
  ],
  [{ how: 'silent', milliseconds: 2000, waits: true }, 'waits for a line; expected `A> `'],
  [{ how: 'slow', milliseconds: 20_000 }, 'took more than 20 s for one reply'],
  [{ how: 'flood', bytes: 131_072 }, 'wrote more than 131072 bytes'],
  [{ how: 'memory', mebibytes: 768 }, 'used more than 768 MiB of memory'],
  [{ how: 'processes', count: 64 }, 'ran more than 64 processes'],
  [{ how: 'lost' }, 'killed the shell that ran it'],
  [{ how: 'changed' }, 'its file was changed while it was judged'],
])('the sentence says why a session ended: %j', (end, sentence) => {
  expect(sentenceOn('', end)).toContain(sentence)
})

test('a program that wrote everything and does not end waits for a line, where that was seen', () => {
  const sentenceOf = (end: End) =>
    failureOf('', script, compare(script, { ...exactly(script), end }, { lockStep: true })).sentence
  const silent = { how: 'silent', milliseconds: 500 } as const
  expect(sentenceOf({ ...silent, waits: true })).toMatch(/^does not end: waits for a line, at line /)
  expect(sentenceOf({ ...silent, later: 'ended' })).toMatch(/^does not end before its input does \(.*\), at line/)
  expect(sentenceOf(silent)).toMatch(/^does not end, at line/)
})

test('a program that waits for a line is told which line is missing', () => {
  const script = scriptOf(ticTacToe, ['4'])
  const turns = exactly(script).turns
  const board = turns[1]?.output ?? ''
  const sentenceAfter = (output: string) => {
    const played = { turns: turns.with(1, { output }), end: { how: 'silent', milliseconds: 500, waits: true } } as const
    const outcome = compare(script, played, { lockStep: true })
    return `${outcome.verdict} ${failureOf('', script, outcome).sentence}`
  }
  expect(sentenceAfter(board.slice(0, 8))).toContain('ILE waits for a line; expected `...`')
  expect(sentenceAfter(board.slice(0, -3))).toContain('ILE waits for a line; expected `O> `')
})

test('a program that goes on when its input is closed, where it should end, reads all of it', () => {
  const session = { ...exactly(script), end: { how: 'silent', milliseconds: 2000, later: 'flushed' } } as const
  const outcome = compare(script, { ...session, turns: session.turns.with(1, { output: '' }) }, { lockStep: true })
  expect(failureOf('', script, outcome).sentence).toMatch(
    /^no output for 2 s until its input was closed: it reads to the end of its input \(\^D\)/,
  )
})

test.each([
  ['oh\n', 'wrote 3 bytes to standard error, where none is allowed'],
  ['\n', 'wrote 1 byte to standard error, where none is allowed'],
])('standard error has no place in the output, so none is said: %j', (stderr, sentence) => {
  const outcome = compare(script, { ...exactly(script), stderr }, { lockStep: true, noStderr: true })
  expect(failureOf('', script, outcome).sentence).toBe(sentence)
})

test('the sentence says that a program which draws on the whole screen is out of scope', () => {
  const said = ': it draws on the whole screen, which is out of scope'
  expect(sentenceOn('\x1b[?1049hA> ', { how: 'cut' })).toBe(
    `wrong output, at line 1, column 1 of the session, before any answer${said}`,
  )
  expect(sentenceOn('\x1b[?25hA> ', { how: 'cut' })).not.toContain(said)
})

test.each<[End, string | undefined]>([
  [{ how: 'silent', milliseconds: 2000 }, 'turn'],
  [{ how: 'memory', mebibytes: 768 }, undefined],
  [{ how: 'processes', count: 64 }, undefined],
  [{ how: 'changed' }, undefined],
  [{ how: 'exit', status: 0 }, 'turn'],
])('a limit of the machine breaks no rule, and another wrong end does: %j, %s', (end, rule) => {
  expect(failureFor(['4'], '\n', { end }).rule?.id).toBe(rule)
})

test.each([
  ['a newline more', '...\n...\n...\nX> ', '\n...\n...\n...\nX> ', undefined],
  ['a wrong prompt after a newline more', '...\n...\n...\nX> ', '\n...\n...\n...\nY> ', 'prompt'],
])('what only the exact form forbids breaks no rule: %s', (_, exact, written, rule) => {
  const script = scriptOf(ticTacToe, [])
  expect(exactly(script).turns).toEqual([{ output: exact }])
  for (const lockStep of [true, false]) {
    const outcome = compare(script, { turns: [{ output: written }], end: { how: 'cut' } }, { lockStep, exact: true })
    expect(outcome.fault).toBe('output')
    expect(failureOf('random', script, outcome, ticTacToe as Game<unknown>).rule?.id).toBe(rule)
  }
})

test.each([
  ['no newline at its end', 'X won.', { how: 'exit', status: 0 }, 'short', undefined],
  ['half a message', 'X won', { how: 'exit', status: 0 }, 'short', 'row'],
  ['another status', 'X won.\n', { how: 'exit', status: 3 }, 'status', undefined],
] as const)('what only the exact form forbids at the end breaks no rule: %s', (_, written, end, fault, rule) => {
  const script = scriptOf(ticTacToe, ['0', '3', '1', '4', '2'])
  const turns = exactly(script).turns.map((turn, index) => (index === 5 ? { output: written } : turn))
  const outcome = compare(script, { turns, end }, { lockStep: true, exact: true })
  expect(outcome.fault).toBe(fault)
  expect(failureOf('random', script, outcome, ticTacToe as Game<unknown>).rule?.id).toBe(rule)
})

test('another exit status: the output, in an allowed form, is no difference', () => {
  const script = scriptOf(ticTacToe, ['0', '3', '1', '4', '2'])
  const turns = exactly(script).turns.map((turn, index) => (index === 5 ? { output: '\nX won.\n' } : turn))
  const demands = { lockStep: true, status: true }
  const outcome = compare(script, { turns, end: { how: 'exit', status: 3 } }, demands)
  expect(outcome.fault).toBe('status')
  const lines = excerptOf(failureOf('random', script, outcome))
  expect(lines.slice(-2)).toEqual(['  ', '  X won.'])
})

test.each([
  ['A', 'Α', '^ U+0041, not U+0391'],
  ['café', 'cafe\u0301', '^ U+00E9, not U+0065'],
  ['a b', 'a\u00a0b', '^ U+0020, not U+00A0'],
  ['❤', '❤\ufe0f', '^'],
  ['a', 'b', '^'],
  ['a', 'a\u200b', '^'],
])('characters that may look the same are named: %s, %s', (expected, actual, mark) => {
  const one: Script = { turns: [{ output: `${expected}\n` }], end: { how: 'exit', status: 0 } }
  const outcome = compare(one, { turns: [{ output: toBytes(`${actual}\n`) }], end: one.end }, { lockStep: true })
  expect(excerptOf(failureOf('', one, outcome))[2]?.trim()).toBe(mark)
})

test('the mark is below the line that replaces another', () => {
  const one: Script = { turns: [{ output: 'a\nb\n' }], end: { how: 'exit', status: 0 } }
  const outcome = compare(one, { turns: [{ output: 'x\na\nc\n' }], end: one.end }, { lockStep: true })
  expect(excerptOf(failureOf('', one, outcome))).toEqual(['+ x␊', '  a', '- b␊', '+ c␊', '  ^'])
})

test('a program that goes on after a session was cut off wrote more than expected', () => {
  const silent: Script = { turns: [{ output: '', answer: 'a' }, { output: '' }], end: { how: 'cut' } }
  const turns = [{ output: '', answer: 'a' }, { output: 'A\n' }]
  const outcome = compare(silent, { turns, end: { how: 'cut' } }, { lockStep: true })
  expect(failureOf('', silent, outcome).sentence).toMatch(/^more output than expected, at line 2, column 1 /)
})

test('where every line of a long turn is wrong, the first ones are shown', () => {
  const [old, now] = ['old', 'new'].map((word) => Array.from({ length: 5000 }, (_, at) => `${word} ${at}\n`).join(''))
  const long: Script = { turns: [{ output: `same\n${old}` }], end: { how: 'exit', status: 0 } }
  const outcome = compare(long, { turns: [{ output: `same\n${now}` }], end: long.end }, { lockStep: true })
  const lines = excerptOf(failureOf('', long, outcome))
  expect([lines.length, ...lines.slice(0, 3)]).toEqual([41, '  same', '- old·0␊', '- old·1␊'])
})

test('of a long line, the part around its first wrong character is shown', () => {
  const [line, other] = ['b', 'c'].map((end) => `${'a'.repeat(2000)}${end}${'d'.repeat(3000)}\n`)
  const long: Script = { turns: [{ output: `same\n${line}` }], end: { how: 'exit', status: 0 } }
  const outcome = compare(long, { turns: [{ output: `same\n${other}` }], end: long.end }, { lockStep: true })
  const as = 'a'.repeat(100)
  expect(excerptOf(failureOf('', long, outcome))).toEqual([
    '  same',
    `- …${as}b${'d'.repeat(396)}… 2,605 more characters`,
    `+ …${as}c${'d'.repeat(396)}… 2,605 more characters`,
    `  ${' '.repeat(101)}^`,
  ])
})

test.each([
  ['A> right\nmore', 'more output than expected'],
  ['A> right \n', 'output differs in white space only'],
  ['A> wrong\n', 'wrong output'],
])('the sentence tells surplus, white space and other wrong output apart: %j, %s', (output, kind) => {
  const [first = '', rest = ''] = [output.slice(0, 3), output.slice(3)]
  const outcome = compare(
    script,
    { turns: [{ output: first, answer: '1' }, { output: rest }], end: script.end },
    { lockStep: true },
  )
  expect(failureOf('', script, outcome).sentence).toContain(kind)
})

test('surplus output is shown up to three lines, so that reports do not depend on how much was read', () => {
  const excerpts = [6, 7, 80].map((count) => excerptOf(failureFor([], 'no\n'.repeat(count))))
  // A board and a prompt were expected: four lines.
  expect(excerpts.map((lines) => lines.filter((line) => line.startsWith('+')).length)).toEqual([6, 7, 7])
})

test('newlines without end are shown as wrong, although the rules allow some', () => {
  const failure = failureFor([], '\n'.repeat(80), { end: { how: 'flood', bytes: 80 } })
  expect(excerptOf(failure)).toContain('+ ␊')
})

test.each([
  ['invalid....\n.X.\n...\nO> O..\n.X.\n...\nX> ', ['- invalid.␊', '+ invalid....␊', '          ^']],
  ['.X.\n...\nO> ', ['- invalid.␊', '+ .X.␊', '  ^']],
])(
  'with all input at once, what comes behind the first wrong line may be right for later answers, and is not shown: %j',
  (rest, excerpt) => {
    const script = scriptOf(ticTacToe as Game<unknown>, ['4', '4', '0'])
    const output = `...\n...\n...\nX> ...\n.X.\n...\nO> ${rest}`
    const outcome = compare(script, { turns: [{ output }], end: { how: 'exit', status: 0 } }, { lockStep: false })
    expect(excerptOf(failureOf('', script, outcome), 'stdin').slice(-3)).toEqual(excerpt)
  },
)

test.each([
  ['a whole reply', '\n...\n.X.\n...\nO> ', 'ends where it should read a line', []],
  [
    'newlines that the rules allow',
    '\n\n...\n.X',
    'the output ends too early',
    ['- .X.␊', '- ...␊', '- O>·', '+ .X', '    ^'],
  ],
])('a program that ends too early has written nothing wrong: %s', (_, output, sentence, excerpt) => {
  const script = scriptOf(ticTacToe as Game<unknown>, ['4', '0'])
  const turns = exactly(script).turns.slice(0, 2).with(1, { output })
  const outcome = compare(script, { turns, end: { how: 'exit', status: 0 } }, { lockStep: true })
  const failure = failureOf('', script, outcome)
  expect(failure.sentence).toContain(sentence)
  expect(excerptOf(failure).filter((line) => !line.startsWith('  ') || line.endsWith('^'))).toEqual(excerpt)
})

test('a place is a line and a column of the session as it is shown, with its answers', () => {
  const script = scriptOf(ticTacToe as Game<unknown>, ['4', '0'])
  const turns = exactly(script).turns.with(2, { output: '\nO.é' })
  for (const lockStep of [true, false]) {
    const outcome = compare(script, { turns, end: { how: 'exit', status: 0 } }, { lockStep })
    const place = 'at line 10, column 3 of the session, after answer 2 of 2'
    expect(failureOf('', script, outcome).sentence).toBe(`wrong output, ${place}, '0'`)
  }
})

test('standard error of up to twelve lines is kept whole, and its first and last lines of a longer one', () => {
  const stderrOf = (stderr: string) => failureFor([], 'no', { stderr }).stderr
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  expect(stderrOf(lines.slice(8).join('\n'))).toEqual(lines.slice(8))
  expect(stderrOf(`${lines.join('\n')}\n`)).toEqual([...lines.slice(0, 3), '… 8 more lines', ...lines.slice(11)])
  expect(stderrOf('\x1b[31moh\r\n')).toEqual(['␛[31moh'])
  expect(stderrOf('x'.repeat(5000))).toEqual([`${'x'.repeat(500)}… 4,500 more characters`])
  expect(stderrOf('')).toEqual([])
})
