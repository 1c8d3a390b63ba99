import { describe, expect, test } from 'vitest'
import type { Case } from './report.ts'
import { breaking, entry } from './test-data/reports.ts'
import { countsOf, remarksIn, verdictOf } from './words.ts'

const base = { input: 'stdin', ok: false, failure: null, milliseconds: 0 } as const
const transcript: Case = { ...base, kind: 'transcript', path: 'a.transcript', line: 1 }

test.each<[string, Case]>([
  ['AC', entry()],
  ['WA', entry({ verdict: 'WA', ok: false })],
  ['WA', entry({ verdict: 'WA', expected: 'WA' })],
  ['AC, expected WA', entry({ verdict: 'AC', expected: 'WA', ok: false })],
  ['WA by turn, expected by tie', { ...breaking(), expected: 'WA', breaks: 'tie', ok: false }],
  ['RTE, expected WA', entry({ verdict: 'RTE', expected: 'WA', ok: false })],
  ['WA', { ...transcript, verdict: 'WA' }],
  ['error', { ...transcript, error: 'a.transcript:1: no command' }],
  ['skipped', { ...transcript, skipped: 'no ruby' }],
])('%s', (verdict, one) => {
  expect(verdictOf(one)).toBe(verdict)
})

describe('standard error that a transcript does not have', () => {
  const unseen = (path: string, bytes: number): Case => ({ ...transcript, path, unseen: bytes })
  const advice = "'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure"

  test('is said once for each transcript', () => {
    expect(remarksIn([unseen('a', 47), unseen('a', 47), unseen('b', 1), transcript, entry()]).flat()).toEqual([
      'a: wrote 47 bytes to standard error that the transcript does not have',
      'b: wrote 1 byte to standard error that the transcript does not have',
      advice,
    ])
    expect(remarksIn([transcript, entry()])).toEqual([])
    const many = Array.from({ length: 12 }, (_, index) => unseen(`${index}`, 1))
    expect(remarksIn(many).flat().slice(9)).toEqual([expect.stringMatching(/^9: /), '… and 2 more', advice])
  })
})

test('a session that differs in its varying places only is said to be the same but for them', () => {
  const varied = (path: string, count: number): Case => ({ ...transcript, path, varied: count })
  expect(remarksIn([varied('a', 1), varied('a', 3), varied('b', 1), transcript, entry()]).flat()).toEqual([
    'a: the same but for 3 varying places',
    'b: the same but for 1 varying place',
  ])
})

test('sessions that failed only once are said for each transcript and program; an entry has its own remark', () => {
  const cases: Case[] = [{ ...transcript, path: 'a', retriesPassed: 1 }, transcript, entry({ retriesPassed: 1 })]
  const fuzzed = {
    ...base,
    kind: 'fuzz',
    path: 'c',
    game: 'x',
    ok: true,
    seed: 1,
    sessions: 3,
    retriesPassed: 2,
  } as const
  expect(remarksIn([...cases, fuzzed]).flat()).toEqual([
    'a passed only when played again',
    "'# varies:' names what differs from run to run; '--jobs 1' helps programs that change the same file",
    'c passed 2 sessions only when played again',
  ])
})

test('of many troubles of a reference, the first ten are listed', () => {
  const troubles = Array.from({ length: 12 }, (_, at) => ({ why: `crashes (${at})`, lines: ['x'] }))
  const one = { ...base, kind: 'fuzz', path: './mine', game: './old', ok: true, seed: 1, sessions: 3 } as const
  const [text = ''] = countsOf([{ ...one, lines: { median: 1, max: 2 }, ended: 2, replies: 4, troubles }])
  expect(text.split('\n')).toEqual([
    '3 random sessions of ./old match the reference (seed 1)',
    'lines per session: median 1, max 2',
    'ended by themselves: 2; distinct replies: 4',
    ...Array.from({ length: 10 }, (_, at) => `the reference itself crashes (${at}) after 'x'`),
    '… and 2 more',
  ])
})

test('one session is singular', () => {
  const one = { ...base, kind: 'fuzz', path: './old', game: './old', ok: true, seed: 1, sessions: 1 } as const
  expect(countsOf([{ ...one, lines: { median: 1, max: 1 } }])).toEqual([
    '1 random session of ./old matches the reference (seed 1)\nlines per session: median 1, max 1\n' +
      'ended by themselves: 0',
  ])
})
