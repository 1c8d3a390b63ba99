import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Text } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { type Bytes, toText } from './bytes.ts'
import { compare, type Demands, differenceFrom, type Outcome, offsetOf, stderrInTerminal } from './compare.ts'
import { Follower } from './follower.ts'
import { exactly, playedToEnd, scriptOf } from './script.ts'
import type { End, Script, Session, Turn, Varying } from './session.ts'

const newlines = { name: 'n', oneOf: ['\n'], times: '*' } as const
/** Asks twice and repeats the answers. */
const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: [newlines, '1+2\n'] }],
  end: { how: 'exit', status: 0 },
}
const cutOff: Script = { turns: script.turns.slice(0, 2).with(-1, { output: 'B> ' }), end: { how: 'cut' } }
const exit = (status = 0): Script['end'] => ({ how: 'exit', status })

/** A session with these outputs, each but the last followed by the script's answer. */
const playedIn = (outputs: readonly string[], end: End = exit(), stderr = ''): Session => ({
  turns: outputs.map((output, index) => ({ output, ...(index < outputs.length - 1 && { answer: `${index + 1}` }) })),
  end,
  stderr,
})
const atOnce = (output: string, end: End = exit(), stderr = '') => playedIn(['', '', output], end, stderr)
const said = (script: Script, session: Session, demands: Partial<Demands> = {}) => {
  const { verdict, fault, right, variations } = compare(script, session, { lockStep: true, ...demands })
  return [verdict, fault, right, ...variations]
}

const silent: End = { how: 'silent', milliseconds: 500 }
const all = ['A> ', 'B> ', '1+2\n']

describe('in lock-step', () => {
  test.each<[string, Session, Partial<Demands>, readonly unknown[]]>([
    ['right', playedIn(all), {}, ['AC', undefined, 4]],
    ['right, with a variation', playedIn(['A> ', 'B> ', '\n1+2\n']), {}, ['AC', undefined, 5, 'n']],
    ['a variation where none is allowed', playedIn(['A> ', 'B> ', '\n1+2\n']), { exact: true }, ['WA', 'output', 0]],
    ['a wrong byte', playedIn(['A> ', 'B> ', '1-2\n']), {}, ['WA', 'output', 1]],
    ['a byte too many', playedIn(['A> ', 'B> ', '1+2\n!']), {}, ['WA', 'output', 4]],
    ['bytes after a prompt', playedIn(['A> \n', 'B> ', '1+2\n']), {}, ['WA', 'early', 3]],
    ['a line read before its prompt', playedIn(['A>', 'B> ', '1+2\n']), {}, ['WA', 'early', 2]],
    ['bytes after the last prompt', playedIn(['A> ', 'B> 1']), {}, ['WA', 'early', 3]],
    ['an end in the middle', playedIn(['A> ', 'B']), {}, ['WA', 'short', 1]],
    ['an end at a prompt', playedIn(['A> ', 'B> ']), {}, ['WA', 'short', 3]],
    ['a crash in the middle', playedIn(['A> ', 'B'], exit(255)), {}, ['RTE', 'short', 1]],
    ['an output closed in the middle', playedIn(['A> ', 'B'], { how: 'closed' }), {}, ['WA', 'short', 1]],
    ['silence in the middle', playedIn(['A> ', ''], silent), {}, ['TLE', 'stopped', 0]],
    ['silence of a program that waits', playedIn(['A> ', ''], { ...silent, waits: true }), {}, ['ILE', 'stopped', 0]],
    ['silence at the end', playedIn(all, silent), {}, ['TLE', 'endless', 4]],
    ['an output closed at the end', playedIn(all, { how: 'closed' }), {}, ['TLE', 'endless', 4]],
    ['another question at the end', playedIn(all, { how: 'cut' }), {}, ['TLE', 'endless', 4]],
    ['a flood', playedIn(['A> ', 'B> ', '\n\n'], { how: 'flood', bytes: 2 }), {}, ['OLE', 'stopped', 2]],
    ['memory at the end', playedIn(all, { how: 'memory', mebibytes: 1 }), {}, ['MLE', 'stopped', 4]],
    ['another status', playedIn(all, exit(3)), {}, ['AC', undefined, 4, 'exit-status']],
    ['another status than demanded', playedIn(all, exit(3)), { status: true }, ['RTE', 'status', 4]],
    ['another status, where all is demanded', playedIn(all, exit(3)), { exact: true }, ['RTE', 'status', 4]],
    ['standard error', playedIn(all, exit(), 'oh'), {}, ['AC', undefined, 4, 'stderr']],
    ['standard error where none is allowed', playedIn(all, exit(), 'oh'), { noStderr: true }, ['RTE', 'stderr', 4]],
  ])('%s', (_, session, demands, expected) => {
    expect(said(script, session, demands)).toEqual(expected)
  })

  test.each([
    ['A>|B> |1+2\n', 'A>'],
    ['A> |B> \n|1+2\n', 'A> |B> \n'],
    ['A> |B> |1+2\n', 'A> |B> |1+2\n'],
  ])('the turn in which %j went wrong is the last: %j', (outputs, expected) => {
    const { played } = compare(script, playedIn(outputs.split('|')), { lockStep: true })
    expect(played.turns.map(({ output }) => output).join('|')).toBe(expected)
  })

  const cut: End = { how: 'cut' }
  test.each<[string, Session, Partial<Demands>, readonly unknown[]]>([
    ['at its last prompt', playedIn(['A> ', 'B> '], cut), { noStderr: true }, ['AC', undefined, 3]],
    ['where the program ends by itself', playedIn(['A> ', 'B> '], exit(3)), {}, ['AC', undefined, 3]],
    ['before its last prompt', playedIn(['A> ', 'B'], silent), {}, ['TLE', 'stopped', 1]],
    ['after its last prompt', playedIn(['A> ', 'B> x'], cut), {}, ['WA', 'early', 3]],
    ['with standard error', playedIn(['A> ', 'B> '], cut, 'oh'), {}, ['AC', undefined, 3]],
    ['with none allowed', playedIn(['A> ', 'B> '], cut, 'oh'), { noStderr: true }, ['RTE', 'stderr', 3]],
  ])('a session that is cut off %s', (_, session, demands, expected) => {
    expect(said(cutOff, session, demands)).toEqual(expected)
  })
})

describe('all at once', () => {
  const open: Script = { turns: [...script.turns.slice(0, 2), { output: null }], end: { how: 'cut' } }
  test.each<[string, Session, readonly unknown[], Script?]>([
    ['right', atOnce('A> B> 1+2\n'), ['AC', undefined, 4]],
    ['right, with a variation', atOnce('A> B> \n1+2\n'), ['AC', undefined, 5, 'n']],
    ['a wrong byte', atOnce('A> B> 1-2\n'), ['WA', 'output', 1]],
    ['a wrong prompt', atOnce('A> B: 1+2\n'), ['WA', 'output', 1]],
    ['an end in the middle', atOnce('A> B'), ['WA', 'short', 1]],
    [
      'standard error, perhaps at the end of input, where a session is cut off',
      atOnce('A> B> ', exit(), 'oh'),
      ['AC', undefined, 3],
      cutOff,
    ],
    ['anything, where the last output is not judged', atOnce('A> B> whatever', silent), ['AC', undefined, 8], open],
  ])('%s', (_, session, expected, of = script) => {
    expect(said(of, session, { lockStep: false, noStderr: of === cutOff })).toEqual(expected)
  })

  test('the output is split where the turns end', () => {
    const { played } = compare(script, atOnce('A> B> 1+3\n'), { lockStep: false })
    expect(played.turns).toEqual([{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: '1+3\n' }])
  })
})

const line = fc.constantFrom(...'012345678', 'foo', '')
const session = fc.array(line, { maxLength: 14 })
const kinds = ['none', 'byte', 'cut', 'more', 'newline', 'early', 'stderr', 'status', 'end'] as const
/** A fault in a session, at a place between its beginning (0) and its end (1). */
const fault = fc.record({
  kind: fc.constantFrom(...kinds),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})

/** The session of a right program along a script, and then with a fault. */
function spoiled(script: Script, lockStep: boolean, { kind, place }: { kind: string; place: number }): Session {
  const { turns, end } = exactly(script)
  const outputs = lockStep ? turns.map(({ output }) => output) : [turns.map(({ output }) => output).join('')]
  const which = Math.floor(place * outputs.length)
  const output = outputs[which] ?? ''
  const at = Math.floor(((place * outputs.length) % 1) * output.length)
  const changed: Record<string, Bytes> = {
    byte: `${output.slice(0, at)}?${output.slice(at + 1)}`,
    cut: output.slice(0, at),
    more: `${output}${output.slice(at)}`,
    newline: `${output.slice(0, at)}\n${output.slice(at)}`,
    early: `${output}\n`,
  }
  const written = outputs.with(which, changed[kind] ?? output)
  const answers = turns.map(({ answer }) => answer)
  const given: Turn[] = lockStep
    ? written.map((output, index) => ({ output, ...(answers[index] !== undefined && { answer: answers[index] }) }))
    : [...answers.slice(0, -1).map((answer = '') => ({ output: '', answer })), { output: written[0] ?? '' }]
  const how: End = kind === 'status' ? exit(1) : kind === 'end' ? silent : end
  return { turns: given, end: how, ...(kind === 'stderr' && { stderr: 'oh' }) }
}

/** What the follower says of a session that comes in pieces of these sizes. */
function followed(script: Script, { turns, end }: Session, lockStep: boolean, sizes: readonly number[]) {
  const follow = new Follower(script, lockStep)
  let piece = 0
  for (const { output, answer } of turns) {
    for (let rest = output; rest !== ''; piece++) {
      const size = sizes[piece % sizes.length] ?? 1
      follow.feed(rest.slice(0, size))
      rest = rest.slice(size)
    }
    if (!lockStep || follow.state === 'wrong') continue
    if (answer === undefined) break
    if (follow.state !== 'waiting') return 'wrong'
    follow.answer()
  }
  if (follow.state === 'wrong') return 'wrong'
  return follow.state === 'done' || (follow.mayEnd() && end.how === 'exit') ? 'right' : 'unfinished'
}

const whatOf = ({ verdict, fault }: Outcome) => {
  if (verdict === 'AC') return 'right'
  return fault === 'output' || fault === 'early' ? 'wrong' : 'unfinished'
}

const scriptOfGame = (lockStep: boolean) =>
  session.map((lines) => scriptOf(ticTacToe, lockStep ? lines : playedToEnd(ticTacToe, lines)))

/** Texts with forms that begin other forms: of transcripts whose white space does not count, and of interactions. */
const texts: readonly Text[] = [
  '',
  'x',
  [newlines],
  ['50', { name: 'n', oneOf: ['\n'], times: '?', exact: '\n' }],
  ['>', { name: 's', oneOf: [' ', '\t'], times: '+', exact: ' ' }],
  [newlines, 'x', { name: 's', oneOf: [' '], times: '*' }, '\n', newlines],
]
const scriptOfTexts = (): fc.Arbitrary<Script> => {
  const outputs = fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 4 })
  return fc.tuple(outputs, fc.constantFrom(exit(), { how: 'cut' } as const)).map(([outputs, end]) => ({
    turns: outputs.map((output, index) => ({ output, ...(index < outputs.length - 1 && { answer: '1' }) })),
    end,
  }))
}

test.each([
  ['a game, in lock-step', scriptOfGame, true],
  ['a game, all at once', scriptOfGame, false],
  ['texts that begin others, in lock-step', scriptOfTexts, true],
  ['texts that begin others, all at once', scriptOfTexts, false],
])('compare and the follower agree, on pieces of any size: %s', (_, scripts, lockStep) => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(scripts(lockStep), fault, sizes, (script, fault, sizes) => {
      const played = spoiled(script, lockStep, fault)
      expect(followed(script, played, lockStep, sizes)).toBe(whatOf(compare(script, played, { lockStep })))
    }),
    { numRuns: 200 },
  )
})

test('standard error in a terminal is no output: it may follow the exact form, too', () => {
  const mixed: Script = { turns: [{ output: [newlines, 'A\n', stderrInTerminal] }], end: exit() }
  const verdictOn = (output: string) => said(mixed, { turns: [{ output }], end: exit() }, { exact: true })
  expect(verdictOn('A\n\xe9 oh')).toEqual(['AC', undefined, 6, 'stderr'])
  expect(verdictOn('A\n')).toEqual(['AC', undefined, 2])
  expect(verdictOn('\nA\noh')).toEqual(['WA', 'output', 0])
})

test('a turn that no script has is empty', () => {
  const one: Script = { turns: [{ output: 'A> ' }], end: { how: 'cut' } }
  const more = { turns: [{ output: 'A> ', answer: '1' }, { output: 'B' }], end: exit() }
  expect(compare(one, more, { lockStep: true })).toMatchObject({ verdict: 'WA', right: 0 })
})

test('a varying place may differ, even from the exact form; places that do are counted', () => {
  const isDigit = (code: number) => code >= 48 && code <= 57
  const id = (exact: string): Varying => ({ exact, states: [{ reads: isDigit, next: [1] }, { next: [0, 2] }] })
  const turns = [
    { output: [newlines, 'new ', id('7'), '\n> '], answer: '' },
    { output: [id('7'), ', not ', id('8'), '\n'] },
  ]
  const orders: Script = { turns, end: exit() }
  const outcomeOf = (first: string, second: string, demands = {}) => {
    const played = { turns: [{ output: first, answer: '' }, { output: second }], end: exit() }
    const { verdict, fault, right, varied } = compare(orders, played, { lockStep: true, ...demands })
    return [verdict, fault, right, varied]
  }
  expect(outcomeOf('new 7\n> ', '7, not 8\n')).toEqual(['AC', undefined, 9, undefined])
  expect(outcomeOf('new 50\n> ', '50, not 8\n', { exact: true })).toEqual(['AC', undefined, 10, 2])
  expect(outcomeOf('\nnew 50\n> ', '50, not 8\n', { exact: true })).toEqual(['WA', 'output', 0, undefined])
  expect(outcomeOf('new x\n> ', '')).toEqual(['WA', 'output', 4, undefined])
})

describe('two sessions of one program', () => {
  const cut: End = { how: 'cut' }
  test.each<[string, Session, Session, readonly unknown[] | undefined]>([
    ['the same', playedIn(all), playedIn(all), undefined],
    ['the same, cut off', playedIn(['A> ', 'B> '], cut), playedIn(['A> ', 'B> '], cut), undefined],
    ['another byte', playedIn(all), playedIn(['A> ', 'C> ', '1+2\n']), ['output', 3]],
    ['another byte that is not UTF-8', playedIn(['\xff'], cut), playedIn(['\xfe'], cut), ['output', 0]],
    ['another status', playedIn(all), playedIn(all, exit(3)), ['status', 10]],
    ['standard error is no output', playedIn(all), playedIn(all, exit(), 'oh'), undefined],
    ['it ends earlier', playedIn(all), playedIn(['A> ', 'B> ']), ['short', 6]],
    ['it was cut off, and ends', playedIn(['A> ', 'B> '], cut), playedIn(['A> ', 'B> ']), [undefined, 6]],
    ['it was cut off, and ends earlier', playedIn(['A> ', 'B> '], cut), playedIn(['A> ']), ['short', 3]],
    ['it was cut off, and goes on', playedIn(['A> '], cut), playedIn(['A> ', 'B> '], cut), ['early', 3]],
    [
      'it was cut off, and takes a line without a reply',
      playedIn(['A> '], cut),
      playedIn(['A> ', ''], cut),
      ['stopped', 3],
    ],
  ])('%s', (_, first, second, expected) => {
    const script: Script = { turns: first.turns.map((turn) => ({ ...turn, output: toText(turn.output) })), end: cut }
    const outcome = differenceFrom(first.end.how === 'exit' ? { ...script, end: first.end } : script, second)
    expect(outcome && [outcome.fault, offsetOf(outcome)]).toEqual(expected)
  })
})
