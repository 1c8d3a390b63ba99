import { expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { countsOf, remarksIn } from '../../report/words.ts'
import { toBytes } from '../../session/bytes.ts'
import { compare } from '../../session/compare.ts'
import type { Script } from '../../session/session.ts'
import { gameReference, type Reference } from '../reference/reference.ts'
import { choicesOfWords } from '../typing/choices.ts'
import type { Agreement } from './agreement.ts'
import { Findings, type Mismatch } from './fuzz.ts'
import type { OpenReference } from './open-reference.ts'
import { type FuzzFacts, fuzzReports } from './report.ts'
import type { Subjects } from './subjects.ts'

const game: Game<number> = {
  ...{ name: 'echo', prompt: /^> /, legal: () => ['a'], illegal: () => [], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer: () => ({ output: '> ', state: 0 }),
  rules: [{ id: 'prompt', sentence: 'It writes a prompt.' }],
}
const cut = { how: 'cut' } as const
const about = { seed: 7, milliseconds: 12, reproduce: 'npx ninehole fuzz' }

/** A session with these lines. */
const scriptOf = (...lines: string[]): Script => ({
  turns: [...lines.map((answer) => ({ output: '> ', answer: toBytes(answer) })), { output: '> ' }],
  end: cut,
})

/** A session that failed: its first output is another one. */
function mismatch(output: string, ...lines: string[]): Mismatch {
  const script = scriptOf(...lines)
  return { script, outcome: compare(script, { turns: [{ output }], end: cut }, { lockStep: true }) }
}

/** The reports of findings; by default of two programs that are compared with the game. */
function reportsOf(
  findings: Findings,
  { names = ['./a', './b'], ...given }: Partial<OpenReference> & { readonly names?: readonly string[] } = {},
  facts: Partial<FuzzFacts> = {},
) {
  const usual = { reference: gameReference(game), choices: choicesOfWords(['a']), sessions: [], words: [], lines: 60 }
  const subjects: Subjects = { names, way: 'interactive', asReferences: [], run: async () => [] }
  return fuzzReports(findings, { ...usual, ...given }, subjects, { ...about, ...facts })
}

/** What was found in sessions with so many lines. */
function findingsOf(...lengths: number[]) {
  const findings = new Findings()
  for (const length of lengths) findings.note(scriptOf(...Array.from({ length }, (_, at) => `line ${at}`)))
  return findings
}

test('each program has a case; one that failed says how, after the seed', () => {
  const findings = findingsOf(1, 2)
  findings.failed[1] = mismatch('? ', 'x')
  const [first, second, ...more] = reportsOf(findings)
  expect(more).toEqual([])
  const same = { kind: 'fuzz', game: 'echo', input: 'interactive', seed: 7, sessions: 2, milliseconds: 12 }
  expect(first).toMatchObject({ ...same, path: './a', verdict: 'AC', ok: true, failure: null })
  expect(second).toMatchObject({ ...same, path: './b', verdict: 'WA', ok: false, reproduce: about.reproduce })
  expect(second?.failure).toMatchObject({ suite: 'seed 7', lines: ['x'], actual: '? ' })
})

test('a failure names the rules of the game that are broken', () => {
  const named = { ...game, rules: [{ id: 'mark', sentence: 'It asks with a mark.', seen: /→\?/ }] }
  const [reply] = [named.open()]
  const ruled: Game<number> = { ...named, open: () => ({ ...reply, rules: ['mark'] }) }
  const findings = findingsOf(0)
  findings.failed[0] = mismatch('? ')
  const [one] = reportsOf(findings, { reference: gameReference(ruled) })
  expect(one?.failure?.rules).toMatchObject([{ id: 'mark' }])
})

test('without any program there is a case of the reference', () => {
  const reports = reportsOf(findingsOf(1), { names: [], reference: gameReference(game, 'echo -x') })
  expect(reports).toMatchObject([{ path: 'echo -x', game: 'echo -x', verdict: 'AC', lines: { median: 1, most: 1 } }])
})

test('the first case alone has what was tried', () => {
  const findings = findingsOf(9, 1, 10, 2)
  findings.ended = 3
  const [first, second] = reportsOf(findings)
  expect(first).toMatchObject({ lines: { median: 9, most: 10 }, ended: 3, replies: 1 })
  for (const name of ['lines', 'ended', 'replies', 'unused', 'troubles', 'agreement', 'saved', 'shortened', 'doubts'])
    expect(second).not.toHaveProperty(name)
  for (const name of ['unused', 'troubles', 'agreement', 'saved', 'shortened', 'doubts'])
    expect(first).not.toHaveProperty(name)
})

test('it has the saved files, and the time after which shortening stopped', () => {
  const [one] = reportsOf(new Findings(), {}, { saved: ['a.transcript'], shortened: 0 })
  const nothing = { sessions: 0, lines: { median: 0, most: 0 } }
  expect(one).toMatchObject({ ...nothing, saved: ['a.transcript'], shortened: 0 })
  expect(countsOf(reportsOf(findingsOf(1), {}, { shortened: 20_000 }))[0]).toMatch(
    /\nstopped shortening after 20 seconds: a shorter session may exist$/,
  )
})

test('sessions that passed only when played again are counted for each program', () => {
  const findings = findingsOf(1)
  findings.doubts[0] = 2
  findings.doubts[1] = 1
  const reports = reportsOf(findings)
  expect(reports.map(({ verdict, doubts }) => [verdict, doubts])).toEqual([
    ['AC', 2],
    ['AC', 1],
  ])
  expect(remarksIn(reports).flat()).toEqual([
    './a passed 2 sessions only when played again',
    './b passed a session only when played again',
  ])
})

test('the failure of a flaky program has its output when it passed, too', () => {
  const findings = findingsOf(1)
  const { script, outcome } = mismatch('?', 'x')
  const again = { turns: [{ output: 'open\n' }], end: cut }
  findings.failed[0] = { script, outcome: { ...outcome, verdict: 'FLAKY', again } }
  const [one] = reportsOf(findings)
  expect(one).toMatchObject({ verdict: 'FLAKY', ok: false, failure: { actual: '?', again: 'open\n' } })
})

test('words that were never typed are named, except for those with which the reference failed', () => {
  const reference: Reference = { ...gameReference(game), typedInTrouble: new Set(['crash']) }
  const words = ['line 0', 'crash', 'other', toBytes('é')]
  expect(reportsOf(findingsOf(1), { words, reference })[0]).toMatchObject({ unused: ['other', 'é'] })
  expect(reportsOf(findingsOf(1), { words })[0]).toMatchObject({ unused: ['crash', 'other', 'é'] })
  expect(reportsOf(findingsOf(1), { words: ['a'] })[0]).toMatchObject({ unused: ['a'] })
})

test('sessions in which the reference failed are listed', () => {
  const reference: Reference = {
    ...gameReference(game),
    troubles: new Map([['', { lines: ['a', null], why: 'hangs' }]]),
  }
  expect(reportsOf(findingsOf(1), { reference })[0]).toMatchObject({
    troubles: [{ why: 'hangs', lines: ['a', null] }],
  })
})

test('the first case says which programs agree, and where two disagree', () => {
  const { script, outcome } = mismatch('? ', 'x')
  const agreement: Agreement = {
    sessions: 4,
    counts: [
      [4, 3, 2],
      [3, 4, 1],
      [2, 1, 4],
    ],
    disagreements: [{ programs: [1, 2], lines: ['x'], found: { script, outcome } }],
  }
  const [one] = reportsOf(findingsOf(1), {}, { agreement })
  expect(one?.agreement).toMatchObject({
    ...{ programs: ['echo', './a', './b'], sessions: 4, agree: agreement.counts },
    parted: [{ one: 1, other: 2, failure: { lines: ['x'], suite: '', actual: '? ' } }],
  })
})
