import { expect, test } from 'vitest'
import type { Case } from './report.ts'
import { breaking, entry } from './test-data/reports.ts'
import { countsOf, failuresIn, notesOn, verdictOf } from './words.ts'

const base = { input: 'stdin', ok: false, failure: null, milliseconds: 0 } as const
const transcript: Case = { ...base, kind: 'transcript', path: 'a.transcript', line: 1 }
const fuzz = { ...base, kind: 'fuzz', path: './mine', game: './old', ok: true, seed: 1, sessions: 3 } as const

test.each<[string, Case]>([
  ['AC', entry()],
  ['WA', entry({ verdict: 'WA', ok: false })],
  ['WA', entry({ verdict: 'WA', expected: 'WA' })],
  ['AC, expected WA', entry({ verdict: 'AC', expected: 'WA', ok: false })],
  ['WA by turn, expected by tie', { ...breaking(), expected: 'WA', breaks: 'tie', ok: false }],
  ['RTE, expected WA', entry({ verdict: 'RTE', expected: 'WA', ok: false })],
  ['error', { ...transcript, error: 'a.transcript:1: no command' }],
  ['skipped', { ...transcript, skipped: 'no ruby' }],
])('a verdict is shown with what was expected, if that is something else: %s', (verdict, one) => {
  expect(verdictOf(one)).toBe(verdict)
})

const notesOf = (...cases: Case[]) => notesOn({ version: 2, ok: true, cases })
const many = <Item>(item: (at: number) => Item) => Array.from({ length: 12 }, (_, at) => item(at))
const on = (path: string, more: object): Case => ({ ...transcript, path, ...more })

test('what is remarkable in passed cases is said once for each path, with advice on transcripts', () => {
  const [unseen, retried] = [{ unseen: 47 }, { retriesPassed: 1 }]
  const cases = [on('a', unseen), on('a', unseen), on('b', { varied: 3 }), on('b', { varied: 1 }), on('c', retried)]
  expect(notesOf(...cases, transcript, { ...fuzz, retriesPassed: 2 })).toEqual([
    `a: wrote 47 bytes to standard error that the transcript does not have
'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure`,
    'b: the same but for 3 varying places',
    `c: passed 1 session only when played again
./mine: passed 2 sessions only when played again
'# varies:' names what differs from run to run; '--jobs 1' helps programs that change the same file`,
  ])
  expect(notesOf(entry({ retriesPassed: 1, path: 'x' }), transcript)[0]).toMatch(/^x: passed 1 session/)
  expect(notesOf(transcript, entry())).toEqual([])
})

test('the first ten of many remarks, or troubles of a reference, are listed', () => {
  const [remarks = ''] = notesOf(...many((at) => on(`${at}`, { varied: 1 })))
  expect(remarks.split('\n').slice(9)).toEqual([expect.stringMatching(/^9: /), '… and 2 more'])
  const troubles = many((at) => ({ why: `crashes (${at})`, lines: ['x'] }))
  const [text = ''] = countsOf([{ ...fuzz, lines: { median: 1, max: 2 }, ended: 2, replies: 4, troubles }])
  expect(text.split('\n')).toEqual([
    '3 random sessions match the reference, ./old (seed 1)',
    'lines per session: median 1, max 2',
    'ended by themselves: 2; distinct replies: 4',
    ...many((at) => `the reference itself crashes (${at}), after 'x'`).slice(0, 10),
    '… and 2 more',
  ])
  expect(countsOf([{ ...fuzz, sessions: 1 }])).toEqual(['1 random session matches the reference, ./old (seed 1)'])
})

test('a fault is shown by a session that is not hidden, if one has it; all that have it are named', () => {
  const session = (title: string, path?: string) => {
    const failure = { suite: title, sentence: `${path}`, turns: [], at: 0, stderr: [] }
    return { title, ...(path && { path }), verdict: 'WA' as const, milliseconds: 0, failure, fault: 1 }
  }
  const sessions = [session('Secret'), session('Takes', 'takes'), session('Ends', 'ends')]
  const [shown, ...others] = failuresIn([entry({ verdict: 'WA', ok: false, sessions })])
  expect(others).toEqual([])
  expect(shown?.failure).toMatchObject({ suite: 'Takes (also: Secret; Ends)', sentence: 'takes' })
  expect(failuresIn([entry({ verdict: 'WA', ok: false, sessions: [session('Secret')] })])).toHaveLength(1)
})
