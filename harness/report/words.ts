import { join, relative } from 'node:path'
import * as shlex from 'shlex'
import { groupsBy, max } from '../base/collections.ts'
import { exists } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import {
  type Case,
  type EntryReport,
  type Failure,
  type FuzzReport,
  isInLeague,
  type Machine,
  type Report,
} from './report.ts'
import { inOneLine, listed, nameOfAnswer, pluralize, printable } from './text.ts'

// Sentences about a report that several reporters show.

/** The verdict of a case, or why it has none; for a wrong entry with an unexpected verdict, also the expected one. */
export function verdictOf(one: Case): string {
  const { ok, skipped, verdict = skipped === undefined ? 'error' : 'skipped' } = one
  if (one.kind === 'entry' && one.sessions !== undefined && one.expected === 'AC' && verdict !== 'AC')
    return `${verdict} ${one.sessions.filter(({ failure }) => failure === null).length}/${one.sessions.length}`
  if (one.kind !== 'entry' || one.expected === 'AC' || ok) return verdict
  if (one.breaks === undefined || verdict !== one.expected) return `${verdict}, expected ${one.expected}`
  return `${verdict} by ${one.failure?.rule?.id ?? 'no rule'}, expected by ${one.breaks}`
}

export const compilerOf = (one: Case): readonly string[] => (one.kind === 'entry' ? (one.compiler ?? []) : [])

/** Why a case failed, in one line. */
export const whyFailed = (one: Case): string =>
  one.error ?? one.failure?.sentence ?? compilerOf(one)[0] ?? verdictOf(one)

/** The same without the path at its start, for a place where that is shown already: `line 3: …`. */
export function whyBesidePath(one: Case): string {
  const why = whyFailed(one)
  if (!why.startsWith(`${one.path}:`)) return why
  return why.slice(one.path.length).replace(/^:(?:(\d+):(?:\d+:)?)? */, (_, line) => (line ? `line ${line}: ` : ''))
}

/** The case with the page of the rule that it breaks as a path from a folder. */
export function openedFrom<One extends Case>(cwd: string, one: One): One {
  const { rule } = one.failure ?? {}
  if (rule?.at === undefined) return one
  return { ...one, failure: { ...one.failure, rule: { ...rule, at: pageFrom(rule.at, cwd) } } }
}

/** The page and heading of a rule as a path from a folder. Our own pages are in our package. */
function pageFrom(at: string, cwd: string): string {
  const [page = ''] = at.split('#')
  const ours = join(packageRoot, page)
  return exists(page, cwd) || !exists(ours) ? at : relative(cwd, ours) + at.slice(page.length)
}

/** The lines that were typed; null is the end of input. */
export const linesOf = ({ turns }: Failure): (string | null)[] =>
  turns.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))

/** The suite of a case's session, if there is one, how its input was given, and the line that another command replaced. */
export function originOf(one: Case): string {
  const replaced = one.kind === 'transcript' ? one.replaced : undefined
  return [one.failure?.suite, one.input, replaced && `in place of '$ ${replaced}'`].filter(Boolean).join(', ')
}

export const describeMachine = ({ ninehole, sandbox, runtimes }: Machine): string =>
  [
    `ninehole ${ninehole}`,
    ...(sandbox === undefined ? [] : [`sandbox: ${sandbox}`]),
    ...Object.entries(runtimes).map((words) => words.join(' ')),
  ].join(' · ')

export const sentenceOfStderr = (bytes: number): string => `wrote ${pluralize(bytes, 'byte')} to standard error`

export const sentenceOfUnseen = (bytes: number): string =>
  `${sentenceOfStderr(bytes)} that the transcript does not have`

/** A remark is on the greatest number of all cases with one path; advice follows. */
const remarks: readonly {
  readonly numberOf: (one: Case) => number | undefined
  readonly sentence: (number: number) => string
  readonly advice?: string
}[] = [
  {
    numberOf: (one) => (one.kind === 'transcript' ? one.unseen : undefined),
    sentence: (bytes) => `: ${sentenceOfUnseen(bytes)}`,
    advice: "'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure",
  },
  {
    numberOf: (one) => (one.kind === 'transcript' ? one.varied : undefined),
    sentence: (count) => `: the same but for ${pluralize(count, 'varying place')}`,
  },
  {
    numberOf: (one) => (one.kind === 'transcript' ? one.retriesPassed : undefined),
    sentence: () => ' passed only when played again',
    advice: "'# varies:' names what differs from run to run; '--jobs 1' helps programs that change the same file",
  },
  {
    numberOf: (one) => (one.kind === 'fuzz' ? one.retriesPassed : undefined),
    sentence: (count) => ` ${sentenceOfRetries(count)}`,
  },
]

/** Remarks on cases, each a list of lines. */
export const remarksIn = (cases: readonly Case[]): string[][] =>
  remarks.flatMap(({ numberOf, sentence, advice }) => {
    const numbers = new Map<string, number>()
    for (const one of cases) {
      const number = numberOf(one)
      if (number !== undefined) numbers.set(one.path, Math.max(number, numbers.get(one.path) ?? 0))
    }
    const lines = listed([...numbers].map(([path, number]) => printable(path + sentence(number))))
    return lines.length === 0 ? [] : [[...lines, ...(advice === undefined ? [] : [advice])]]
  })

/** Remarks on a run: where it was stopped, those on its cases, and the machines that ran strangers' programs. */
export const notesOn = ({ stopped, cases, machines = [] }: Report): string[] => [
  ...(stopped === undefined ? [] : [printable(stopped)]),
  ...remarksIn(cases).map((lines) => lines.join('\n')),
  ...machines.filter(({ sandbox }) => sandbox !== undefined).map((machine) => printable(describeMachine(machine))),
]

/** What an accepted entry was proven for, by the last suite that proves something; for another one, why it was skipped. */
const provenFor = ({ verdict, skipped = '', plan }: EntryReport): string =>
  verdict === 'AC' ? (plan.findLast(({ covers }) => covers !== undefined)?.covers ?? '') : skipped

/**
 * The parts of a case that are shown apart: of an entry that failed recorded sessions, one for each fault, with the first
 * session that has it and is not hidden, if there is one. Its suite names all of them.
 */
export function partsOf(one: Case): Case[] {
  if (one.kind !== 'entry' || one.sessions === undefined || one.verdict === 'AC') return [one]
  const { sessions, ...entry } = one
  const failed = sessions.filter(({ failure }) => failure !== null)
  return groupsBy(failed, ({ fault }) => String(fault)).map((same) => {
    const shown = same.find(({ path }) => path !== undefined) ?? same[0]
    const { verdict, failure, title } = shown
    const others = same.filter((session) => session !== shown).map(({ title }) => title)
    const suite = others.length === 0 ? title : `${title} (also: ${listed(others).join('; ')})`
    return { ...entry, verdict, failure: failure && { ...failure, suite } }
  })
}

/** How many faults an entry has, in how many of the recorded sessions; empty if there is none. */
function sentenceOfFaults({ sessions = [], only }: Pick<EntryReport, 'sessions' | 'only'>): string {
  const failed = sessions.flatMap(({ fault }) => fault ?? [])
  const faults = `${pluralize(max(failed), 'fault')} in ${pluralize(failed.length, 'session')}`
  return failed.length === 0 ? '' : `${faults}${only === undefined ? '' : `: only ${only}`}`
}

/** Remarks on an entry: its variations, and how it was judged. */
const remarksOf = ({ exact, variations, bytes, chars, note, retriesPassed, ...more }: EntryReport): string =>
  [
    sentenceOfFaults(more),
    [...(exact ? ['exact'] : []), ...variations].join(' '),
    chars === bytes ? '' : `${chars} characters`,
    note === undefined ? '' : `not in a worker: ${note}`,
    sentenceOfRetries(retriesPassed),
  ]
    .filter(Boolean)
    .join('; ')

const sentenceOfRetries = (retriesPassed: number | undefined): string =>
  retriesPassed === undefined
    ? ''
    : `passed ${retriesPassed === 1 ? 'a session' : `${retriesPassed} sessions`} only when played again`

/** A line for each kind of case: how many passed, of the ones that could be run. */
export function countsOf(cases: readonly Case[]): string[] {
  const entries = cases.filter((one) => one.kind === 'entry')
  return [
    ...countOf(entries.filter(isInLeague), 'entries accepted'),
    ...countOf(
      entries.filter((one) => !isInLeague(one)),
      'wrong entries rejected as expected',
    ),
    ...countOf(
      cases.filter(({ kind }) => kind === 'transcript'),
      'sessions as recorded',
    ),
    ...cases.flatMap((one) => (one.kind === 'fuzz' ? [countOfFuzz(one)] : [])),
  ]
}

/** Lines on random sessions: how many were played, and whether they match. */
function countOfFuzz(one: FuzzReport): string {
  const { game, ok, seed, sessions, lines, ended, replies, unused = [], troubles = [], shortened } = one
  const result = ok
    ? `${pluralize(sessions, 'random session')} match${sessions === 1 ? 'es' : ''} the reference, ${game} (seed ${seed})`
    : `found with seed ${seed} in ${pluralize(sessions, 'session')}`
  return [
    result,
    ...(lines === undefined || sessions === 0
      ? []
      : [
          `lines per session: median ${lines.median}, max ${lines.max}`,
          `ended by themselves: ${ended ?? 0}${replies === undefined ? '' : `; distinct replies: ${replies}`}`,
        ]),
    ...(unused.length === 0 ? [] : [`never typed: ${inOneLine(unused.map(shlex.quote))}`]),
    ...linesOfTroubles(troubles),
    ...(shortened === undefined
      ? []
      : [`stopped shortening after ${shortened / 1000} seconds: a shorter session may exist`]),
  ]
    .map(printable)
    .join('\n')
}

const linesOfTroubles = (troubles: FuzzReport['troubles'] = []): string[] =>
  listed([...new Set(troubles.map(({ why, lines }) => `the reference itself ${why} ${whenAfter(lines)}`))])

/** Names a session by its lines. */
const whenAfter = (lines: readonly (string | null)[]) =>
  lines.length === 0 ? 'before any line' : `after ${lines.map(nameOfAnswer).join(', ')}`

function countOf(cases: readonly Case[], what: string): string[] {
  const run = cases.filter(({ error }) => error === undefined)
  if (run.length === 0) return []
  const skipped = run.filter((one) => one.kind === 'entry' && one.skipped !== undefined) as EntryReport[]
  const reasons = [...new Set(skipped.map(({ skipped }) => skipped))].sort().join('; ')
  const passed = run.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  const others = [
    ...(skipped.length > 0 ? [`${skipped.length} skipped: ${reasons}`] : []),
    ...(run.length < cases.length ? [`${cases.length - run.length} could not be run`] : []),
  ]
  return [printable([`${passed} of ${run.length} ${what}`, ...others].join(', '))]
}

export const leaderboardHead = ['league', 'entry', 'bytes', 'verdict', 'proven for', 'variations']
export function leaderboardRow(one: EntryReport): [league: string, path: string, bytes: string, ...others: string[]] {
  const { runtime, input, path, bytes } = one
  return [`${runtime}-${input}`, path, bytes.toLocaleString('en'), verdictOf(one), provenFor(one), remarksOf(one)]
}

/** A line for each accepted entry: what it was proven for, its suites, and remarks. */
export const proofsOf = (cases: readonly Case[]): string[] =>
  cases.filter(isInLeague).flatMap((one) => {
    if (one.verdict !== 'AC') return []
    const suites = one.plan.map(({ suite, runner }) => `${suite} (${runner})`).join(', ')
    const proof = provenFor(one) === '' ? 'passed' : `proven for ${provenFor(one)}`
    return [`${one.path}: ${[proof, suites, remarksOf(one)].filter(Boolean).join('; ')}`]
  })
