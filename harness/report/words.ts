import * as shlex from 'shlex'
import { groupsBy, max } from '../base/collections.ts'
import { verdictLimits } from '../session/limits.ts'
import type { Case, EntryReport, FuzzReport, Report, TranscriptReport } from './report.ts'
import { clipped, inOneLine, listed, nameOfAnswer, pluralize, printable } from './text.ts'

/** Entries that must be accepted are in the leaderboard; wrong ones are only counted. */
export const isInLeague = (result: Case): result is EntryReport => result.kind === 'entry' && result.expected === 'AC'

/** Names the verdict of a case, or why it has none; for a wrong entry, also an expected one that it did not get. */
export function verdictOf(result: Case): string {
  const { ok, skipped, verdict = skipped === undefined ? 'error' : 'skipped' } = result
  if (isInLeague(result) && result.sessions?.length && verdict !== 'AC')
    return `${verdict} ${result.sessions.filter(({ failure }) => failure === null).length}/${result.sessions.length}`
  if (result.kind !== 'entry' || result.expected === 'AC' || ok) return verdict
  if (result.breaks === undefined || verdict !== result.expected) return `${verdict}, expected ${result.expected}`
  return `${verdict} by ${result.failure?.rule?.id ?? 'no rule'}, expected by ${result.breaks}`
}

export function whyFailed(result: Case): string {
  const compiler = result.kind === 'entry' ? result.compiler?.[0] : undefined
  return result.error ?? result.failure?.sentence ?? compiler ?? verdictOf(result)
}

/** Leaves out the path at the start, where it is shown already: `line 3: …`. */
export function whyBesidePath(result: Case): string {
  const why = whyFailed(result)
  if (!why.startsWith(`${result.path}:`)) return why
  return why.slice(result.path.length).replace(/^:(?:(\d+):(?:\d+:)?)? */, (_, line) => (line ? `line ${line}: ` : ''))
}

/** Says where a failed session comes from: its suite, its input, the line that another command replaced, what was typed. */
export function originOf(result: Case): string {
  const { turns = [], suite } = result.failure ?? {}
  const replaced = result.kind === 'transcript' && result.replaced && `in place of '$ ${result.replaced}'`
  const lines = turns.flatMap(({ answer }) =>
    answer === undefined ? [] : [answer === null ? '^D' : clipped(shlex.quote(answer))],
  )
  return [[suite, result.input, replaced].filter(Boolean).join(', '), lines.join(' ')].filter(Boolean).join(': ')
}

/** @param bytes how many were kept: at most `outputLimit` */
export const sentenceOfStderr = (bytes: number): string =>
  `wrote ${bytes < verdictLimits.outputLimit ? '' : 'at least '}${pluralize(bytes, 'byte')} to standard error`

export const sentenceOfUnseen = (bytes: number): string =>
  `${sentenceOfStderr(bytes)} that the transcript does not have`

type Remarkable = Pick<TranscriptReport, 'unseen' | 'varied' | 'retriesPassed'>

/** Remarks on the greatest number of all cases with one path; advice for transcripts follows. */
const remarks: readonly (readonly [keyof Remarkable, sentence: (count: number) => string, advice?: string])[] = [
  ['unseen', sentenceOfUnseen, "'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure"],
  ['varied', (count) => `the same but for ${pluralize(count, 'varying place')}`],
  [
    'retriesPassed',
    (count) => `passed ${pluralize(count, 'session')} only when played again`,
    "'# varies:' names what differs from run to run; '--jobs 1' helps programs that change the same file",
  ],
]

/** Says where a run was stopped, what is remarkable in its cases, and on which machines they were run. */
export function notesOn({ stopped, cases, machines = [] }: Report): string[] {
  const remarked = remarks.flatMap(([field, sentence, advice]) => {
    const numbers = new Map<string, number>()
    for (const result of cases) {
      const { [field]: number = 0 }: Remarkable = result
      if (number > 0) numbers.set(result.path, Math.max(number, numbers.get(result.path) ?? 0))
    }
    const lines = listed([...numbers].map(([path, number]) => printable(`${path}: ${sentence(number)}`)))
    const isAdvised = advice !== undefined && cases.some(({ kind }) => kind === 'transcript')
    return lines.length === 0 ? [] : [[...lines, ...(isAdvised ? [advice] : [])].join('\n')]
  })
  const described = machines.flatMap(({ ninehole, sandbox, runtimes }) => {
    const versions = Object.entries(runtimes).map((words) => words.join(' '))
    const words = [`ninehole ${ninehole}`, `sandbox: ${sandbox}`, ...versions]
    return sandbox === undefined ? [] : [printable(words.join(' · '))]
  })
  return [...(stopped === undefined ? [] : [printable(stopped)]), ...remarked, ...described]
}

/**
 * Cases that failed. An entry that failed recorded sessions is a case for each fault, shown by the first session that has it
 * and is not hidden, if there is one; its suite names all of them.
 */
export const failuresIn = (cases: readonly Case[]): Case[] => cases.filter(({ ok }) => !ok).flatMap(byFault)

function byFault(result: Case): Case[] {
  if (result.kind !== 'entry' || !result.sessions?.length || result.verdict === 'AC') return [result]
  const { sessions, ...entry } = result
  const failed = sessions.filter(({ failure }) => failure !== null)
  return groupsBy(failed, ({ fault }) => String(fault)).map((same) => {
    const shown = same.find(({ path }) => path !== undefined) ?? same[0]
    const { verdict, failure, title } = shown
    const others = same.filter((session) => session !== shown).map(({ title }) => title)
    const suite = others.length === 0 ? title : `${title} (also: ${listed(others).join('; ')})`
    return { ...entry, verdict, failure: failure && { ...failure, suite } }
  })
}

/** Says for each kind of case how many passed, of those that could be run. */
export function countsOf(cases: readonly Case[]): string[] {
  const others = cases.filter(({ kind }) => kind !== 'fuzz')
  const fuzzed = cases.filter((result) => result.kind === 'fuzz')
  return [...groupsBy(others, labelOf).flatMap(countOf), ...fuzzed.map(countOfFuzz)]
}

const labelOf = (result: Case): string => {
  if (result.kind === 'transcript') return 'sessions as recorded'
  return isInLeague(result) ? 'entries accepted' : 'wrong entries rejected as expected'
}

function countOf(cases: readonly [Case, ...Case[]]): string[] {
  const run = cases.filter(({ error }) => error === undefined)
  if (run.length === 0) return []
  const skipped = run.flatMap(({ skipped }) => skipped ?? [])
  const passed = run.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  const parts = [
    `${passed} of ${run.length} ${labelOf(cases[0])}`,
    skipped.length > 0 && `${skipped.length} skipped: ${[...new Set(skipped)].sort().join('; ')}`,
    run.length < cases.length && `${pluralize(cases.length - run.length, 'file')} could not be run`,
  ]
  return [printable(parts.filter(Boolean).join(', '))]
}

function countOfFuzz({ game, ok, seed, sessions, lines, ended = 0, replies, ...more }: FuzzReport): string {
  const { unused = [], troubles = [], shortened } = more
  const played = pluralize(sessions, ok ? 'random session' : 'session')
  const troublesSeen = troubles.map(({ why, lines }) => {
    const when = lines.length === 0 ? 'before any line' : `after ${lines.map(nameOfAnswer).join(', ')}`
    return `the reference itself ${why}, ${when}`
  })
  const shown = [
    ok
      ? `${played} match${sessions === 1 ? 'es' : ''} the reference, ${game} (seed ${seed})`
      : `found with seed ${seed} in ${played}`,
    lines && `lines per session: median ${lines.median}, max ${lines.max}`,
    lines && `ended by themselves: ${ended}${replies === undefined ? '' : `; distinct replies: ${replies}`}`,
    unused.length > 0 && `never typed: ${inOneLine(unused.map(shlex.quote))}`,
    ...listed([...new Set(troublesSeen)]),
    shortened && `stopped shortening after ${shortened / 1000} seconds: a shorter session may exist`,
  ]
  return shown.flatMap((line) => (line ? [printable(line)] : [])).join('\n')
}

/** Each game has a leaderboard. */
export function leaderboardsOf(cases: readonly Case[]) {
  const judged = cases.filter(isInLeague).filter(({ verdict }) => verdict !== undefined)
  return groupsBy(judged, ({ game }) => game)
}

export const leaderboardHead = ['league', 'entry', 'bytes', 'verdict', 'proven for', 'variations']
export function leaderboardRow(entry: EntryReport): string[] {
  const { runtime, input, path, bytes, verdict, skipped = '', plan } = entry
  const proof = plan.findLast(({ covers }) => covers !== undefined)?.covers ?? ''
  const provenFor = verdict === 'AC' ? proof : skipped
  return [`${runtime}-${input}`, path, bytes.toLocaleString('en'), verdictOf(entry), provenFor, remarksOf(entry)]
}

function remarksOf({ exact, variations, bytes, chars, note, sessions = [], only }: EntryReport): string {
  const failed = sessions.flatMap(({ fault }) => fault ?? [])
  const faults = `${pluralize(max(failed), 'fault')} in ${pluralize(failed.length, 'session')}`
  const remarks = [
    failed.length > 0 && `${faults}${only === undefined ? '' : `: only ${only}`}`,
    [...(exact ? ['exact'] : []), ...variations].join(' '),
    chars !== bytes && `${chars} characters`,
    note !== undefined && `not in a worker: ${note}`,
  ]
  return remarks.filter(Boolean).join('; ')
}
