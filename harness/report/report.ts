import * as shlex from 'shlex'
import * as v from 'valibot'
import { type Verdict, verdicts } from '../session/compare.ts'
import { clipped, printable } from './text.ts'

/**
 * The results of a run as plain data: `--reporter json` writes them, `merge` reads them, and the other reporters show
 * them. The types are derived from the schemas.
 */
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A part of a session: what the program writes up to a prompt or its end, and the answer to it. */
const turn = v.object({
  /** The exact form of the right output. */
  expected: v.string(),
  /** Absent if the session was over before. */
  actual: v.exactOptional(v.string()),
  /** `null` is the end of input; absent where the session ends. */
  answer: v.exactOptional(v.nullable(v.string())),
})
export type ShownTurn = v.InferOutput<typeof turn>

/** A sentence of a game's rules. */
const rule = v.object({
  id: v.string(),
  sentence: v.string(),
  /** The page and heading that deal with it. */
  at: v.exactOptional(v.string()),
})
export type ShownRule = v.InferOutput<typeof rule>

const failure = v.object({
  /** The suite that found it; empty for a transcript. */
  suite: v.string(),
  /** The session's input; `null` is the end of input. */
  lines: list(v.nullable(v.string())),
  expected: v.string(),
  actual: v.string(),
  /** The offset in bytes of the first differing byte in `actual`. */
  at: count,
  difference: v.object({
    /** A sentence: what went wrong, where, and after which input. */
    sentence: v.string(),
    /** The lines around the first difference, as in a unified diff: `- ` expected, `+ ` actual, or two spaces. */
    lines: list(v.string()),
  }),
  /** The whole session. */
  turns: list(turn),
  /** The number of characters of the last `actual` that are right, in UTF-16 code units. */
  right: count,
  /** The last lines of standard error, with control characters made visible. */
  stderr: list(v.string()),
  /** The rule that is broken; absent: the game has no rules, or is not known. */
  rules: v.exactOptional(list(rule)),
})
/** A session that failed. */
export type Failure = v.InferOutput<typeof failure>

const verdict = v.picklist(verdicts)
const anyCase = {
  /** The file of an entry or a transcript, or the command that was fuzzed. */
  path: v.string(),
  /** The way in which the program was given its input; empty if the case could not be run. */
  input: v.optional(v.string(), ''),
  ok: v.boolean(),
  /** Absent if the case was not run. */
  verdict: v.exactOptional(verdict),
  /** The reason why it was skipped. */
  skipped: v.exactOptional(v.string()),
  /** The reason why it could not be run, with file and line. */
  error: v.exactOptional(v.string()),
  failure: v.nullable(failure),
  /** The command that runs the case again. */
  reproduce: v.exactOptional(v.string()),
  milliseconds: count,
}

const entry = v.object({
  ...anyCase,
  kind: v.literal('entry'),
  game: v.string(),
  runtime: v.string(),
  bytes: count,
  /** Unicode characters (code points). */
  chars: count,
  /** The verdict that it must get. */
  expected: verdict,
  /** The rule that it must break; absent: any. */
  breaks: v.exactOptional(v.string()),
  /** True if its output and exit status are exactly those of the reference. */
  exact: v.boolean(),
  /** The variations from the exact form that it uses. */
  variations: list(v.string()),
  /** The suites that it must pass, and how the sessions of each are run. */
  plan: list(
    v.object({
      suite: v.string(),
      runner: v.picklist(['processes', 'terminal', 'pauses', 'in-process']),
      /** The number of sessions that were run. */
      sessions: count,
      /** The cases that the suite covers, in a few words. */
      covers: v.exactOptional(v.string()),
      /** The strength of that proof: of several suites, the greatest number counts. */
      strength: v.exactOptional(count),
    }),
  ),
  /** For a wrong entry: the rules of its game, and whether it keeps each. */
  profile: v.exactOptional(
    list(
      v.object({
        ...rule.entries,
        /** `unseen`: it goes wrong before it comes to such a reply. */
        result: v.picklist(['holds', 'broken', 'unseen']),
        /** The session that shows it; empty if none does. */
        lines: list(v.nullable(v.string())),
        failure: v.exactOptional(failure),
      }),
    ),
  ),
  /** The source of an entry that failed. */
  source: v.exactOptional(v.string()),
  /** The first lines of the compiler, if it rejects the source. */
  compiler: v.exactOptional(list(v.string())),
  /** The reason why the worker of its runtime could not run its sessions. */
  note: v.exactOptional(v.string()),
  /** The number of sessions that failed once, and passed when they were played again. */
  doubts: v.exactOptional(count),
  /** The versions of its file, the oldest first, with the dates of their commits; absent if it is in no git repository. */
  history: v.exactOptional(list(v.object({ date: v.string(), bytes: count }))),
})
export type EntryReport = v.InferOutput<typeof entry>

const transcript = v.object({
  ...anyCase,
  kind: v.literal('transcript'),
  /** The line in the file at which the session begins. */
  line: count,
  /** The command that was recorded, and the session, without what was written now. */
  recorded: v.exactOptional(v.object({ command: v.string(), turns: list(turn) })),
  /** The number of bytes on standard error, of which the transcript says nothing; absent: none, or it says something. */
  unseen: v.exactOptional(count),
})
export type TranscriptReport = v.InferOutput<typeof transcript>

const fuzz = v.object({
  ...anyCase,
  kind: v.literal('fuzz'),
  /** The game and its options. */
  game: v.string(),
  seed: v.number(),
  sessions: count,
  /** The number of lines in the sessions. */
  lines: v.exactOptional(v.object({ median: count, most: count })),
  /** The number of sessions that reached the end of the game, or in which the reference ended by itself. */
  ended: v.exactOptional(count),
  /** The number of different replies of the reference. */
  replies: v.exactOptional(count),
  /** The words that were never typed. */
  unused: v.exactOptional(list(v.string())),
  /** The ways in which the reference itself went wrong, each with the lines of a session that shows it. */
  troubles: v.exactOptional(list(v.object({ why: v.string(), lines: list(v.nullable(v.string())) }))),
  /** Several programs: the number of sessions in which each two agree. The first is the reference. */
  agreement: v.exactOptional(v.object({ programs: list(v.string()), sessions: count, agree: list(list(count)) })),
  /** The transcripts that were written of sessions in which the reference said something new. */
  saved: v.exactOptional(list(v.string())),
})
export type FuzzReport = v.InferOutput<typeof fuzz>

const oneCase = v.variant('kind', [entry, transcript, fuzz])
export type Case = v.InferOutput<typeof oneCase>

const machine = v.object({
  /** Our own version. */
  ninehole: v.string(),
  /** The sandbox of strangers' programs: `bubblewrap 0.8.0`, or `none` and why; absent if none was asked for. */
  sandbox: v.exactOptional(v.string()),
  /** The versions of the runtimes that were used, by their names. */
  runtimes: v.record(v.string(), v.string()),
})
/** A machine on which the cases of a report were run. */
export type Machine = v.InferOutput<typeof machine>

export const reportSchema = v.object({
  version: v.literal(1),
  /** True if everything passed. */
  ok: v.boolean(),
  /** The point at which the run was stopped, if it was: all that was found by then is in the report. */
  stopped: v.exactOptional(v.string()),
  /** One, or several in a merged report. */
  machines: v.exactOptional(list(machine)),
  cases: list(oneCase),
})
export type Report = v.InferOutput<typeof reportSchema>

/** Entries that must be accepted are in the leaderboard; those that must be rejected are only counted. */
export const isInLeague = (one: Case): one is EntryReport => one.kind === 'entry' && one.expected === 'AC'

/** A kind of report, while it is written. */
export interface Reporter {
  /** @returns what is shown of a case when it and all before it are known */
  add?(one: Case): string
  /** @returns what is shown of a case that failed, at once */
  fail?(one: Case): string
  /** @returns the rest of the report */
  end(report: Report): string
}

/** The verdict of a case, or why it has none; of a wrong entry with another verdict than expected, both. */
export function verdictOf(one: Case): string {
  const { ok, skipped, verdict = skipped === undefined ? 'error' : 'skipped' } = one
  if (one.kind !== 'entry' || one.expected === 'AC' || ok) return verdict
  const [broken] = one.failure?.rules ?? []
  if (one.breaks === undefined || verdict !== one.expected) return `${verdict}, expected ${one.expected}`
  return `${verdict} by ${broken?.id ?? 'no rule'}, expected by ${one.breaks}`
}

/** The compiler's lines on a case. */
export const compilerOf = (one: Case): readonly string[] => (one.kind === 'entry' ? (one.compiler ?? []) : [])

/** The reason why a case failed, in one line. */
export const whyFailed = (one: Case): string =>
  one.error ?? one.failure?.difference.sentence ?? compilerOf(one)[0] ?? verdictOf(one)

/** The same beside its path, which an error begins with: `line 3: …`. */
export function whyBesidePath(one: Case): string {
  const why = whyFailed(one)
  if (!why.startsWith(`${one.path}:`)) return why
  return why.slice(one.path.length).replace(/^:(?:(\d+):(?:\d+:)?)? */, (_, line) => (line ? `line ${line}: ` : ''))
}

/** The rule that a case breaks, in one line: the sentence, and where it stands. */
export const breaksOf = ({ failure }: Case): string[] =>
  (failure?.rules ?? []).map(({ sentence, at }) => `breaks: "${sentence}"${at === undefined ? '' : ` (${at})`}`)

/** The rules that a wrong entry keeps, in one line; empty if they are not known. */
export function profileOf(one: Case): string {
  if (one.kind !== 'entry') return ''
  const { profile, verdict, failure } = one
  if (verdict === 'FLAKY' && failure?.rules)
    return 'of no rule it can be said that it holds: each session passes sometimes'
  if (profile === undefined) return ''
  const those = (is: string) => profile.filter(({ result }) => result === is)
  const [seen, unseen] = [profile.length - those('unseen').length, those('unseen').length]
  const names = those('broken').map(({ id }) => id)
  const rest = unseen === 0 ? '' : `; ${unseen} more cannot be seen`
  return `${those('holds').length} of ${seen} rules hold; breaks ${names.join(', ') || 'none, but meets a limit of the judge'}${rest}`
}

/** The verdicts in words. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  AC: 'accepted',
  WA: 'wrong answer',
  CE: 'compile error',
  TLE: 'time limit exceeded',
  RTE: 'run-time error',
  OLE: 'output limit exceeded',
  MLE: 'memory limit exceeded',
  FLAKY: 'the same sessions sometimes pass and sometimes fail',
}

/** The origin of a case's session: the suite, if one chose it, and the way of its input. */
export const originOf = ({ failure, input }: Case): string => [failure?.suite, input].filter(Boolean).join(', ')

/** A machine in one line. */
export const describeMachine = ({ ninehole, sandbox, runtimes }: Machine): string =>
  [
    `ninehole ${ninehole}`,
    ...(sandbox === undefined ? [] : [`sandbox: ${sandbox}`]),
    ...Object.entries(runtimes).map((words) => words.join(' ')),
  ].join(' · ')

/** The sentence on standard error of which a transcript says nothing. */
export const sentenceOfUnseen = (bytes: number): string =>
  `wrote ${bytes} byte${bytes === 1 ? '' : 's'} to standard error that the transcript does not have`

/** The number of transcripts, or of words, that are named where they are listed. */
const mostNamed = 10

/** A line for each transcript that says nothing of what its program wrote to standard error, and what can be done. */
export function unseenIn(cases: readonly Case[]): string[] {
  const unseen = new Map<string, number>()
  for (const one of cases) if (one.kind === 'transcript' && one.unseen !== undefined) unseen.set(one.path, one.unseen)
  const lines = [...unseen].map(([path, bytes]) => printable(`${path}: ${sentenceOfUnseen(bytes)}`))
  const more = lines.length - mostNamed
  const shown = more > 0 ? [...lines.slice(0, mostNamed), `… and ${more} more`] : lines
  return lines.length === 0
    ? []
    : [...shown, "'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure"]
}

/**
 * The point at which a run was stopped, standard error of which a transcript says nothing, and the machines that ran strangers'
 * programs, each in one line.
 */
export const notesOn = ({ stopped, cases, machines = [] }: Report): string[] => [
  ...(stopped === undefined ? [] : [printable(stopped)]),
  ...(unseenIn(cases).length === 0 ? [] : [unseenIn(cases).join('\n')]),
  ...machines.filter(({ sandbox }) => sandbox !== undefined).map((machine) => printable(describeMachine(machine))),
]

/** The proof of an accepted entry, by the strongest of its suites; of another one, the reason why it was skipped. */
export function provenFor({ verdict, skipped = '', plan }: EntryReport): string {
  if (verdict !== 'AC') return skipped
  const proofs = plan.filter(({ covers }) => covers !== undefined)
  return proofs.sort((a, b) => (b.strength ?? 0) - (a.strength ?? 0))[0]?.covers ?? ''
}

/** Remarks on an entry: the variations from the exact form that it uses, and how it was judged. */
export const remarksOf = ({ exact, variations, bytes, chars, note, doubts }: EntryReport): string =>
  [
    [...(exact ? ['exact'] : []), ...variations].join(' '),
    chars === bytes ? '' : `${chars} characters`,
    note === undefined ? '' : `not in-process: ${note}`,
    doubts === undefined ? '' : `passed ${doubts === 1 ? 'a session' : `${doubts} sessions`} only when played again`,
  ]
    .filter(Boolean)
    .join('; ')

/** Counts the cases of each kind that are right, of those that could be run. */
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
    ...cases.flatMap((one) => (one.kind === 'fuzz' && !isRepeated(one, cases) ? [countOfFuzz(one)] : [])),
  ]
}

/** Of several programs that played the same sessions, the first tells of them. */
const isRepeated = (one: FuzzReport, [first]: readonly Case[]) =>
  first !== one && first?.kind === 'fuzz' && first.agreement?.programs.includes(one.path) === true

/** What random sessions have tried, and whether they match the reference. */
function countOfFuzz(one: FuzzReport): string {
  const { game, path, ok, seed, sessions, lines, ended, replies, unused = [], troubles = [], saved } = one
  const isAlone = saved !== undefined && path === game
  const match = isAlone ? 'were played' : 'match the reference'
  const result = ok
    ? `${sessions} random sessions of ${game} ${match} (seed ${seed})`
    : `found with seed ${seed} in ${sessions} sessions`
  const size = `up to ${lines?.most} lines, half of them ${lines?.median} or more; ${ended} sessions to the end of the game`
  const rest = unused.length > mostNamed ? ` and ${unused.length - mostNamed} more` : ''
  return [
    result,
    ...(lines === undefined || sessions === 0
      ? []
      : [size + (replies === undefined ? '' : `; ${replies} different replies`)]),
    ...(unused.length === 0 ? [] : [`never typed: ${shlex.join(unused.slice(0, mostNamed))}${rest}`]),
    ...troubles.map(({ why, lines }) => `the reference itself ${why} ${whenAfter(lines)}`),
    ...(saved === undefined ? [] : [`${saved.length} transcripts written`]),
    ...agreementOf(one),
  ]
    .map(printable)
    .join('\n')
}

/** A session by what was typed. */
const whenAfter = (lines: readonly (string | null)[]) =>
  lines.length === 0
    ? 'before any line'
    : `after ${lines.map((line) => (line === null ? 'the end of input' : `'${clipped(line, 80)}'`)).join(', ')}`

/** A table of who agrees with whom; letters stand for the programs. */
function agreementOf({ agreement }: FuzzReport): string[] {
  if (agreement === undefined) return []
  const { programs, sessions, agree } = agreement
  const letter = (index: number) => String.fromCharCode(65 + index)
  const width = Math.max(4, String(sessions).length + 1)
  const row = (head: string, cells: readonly (string | number)[]) =>
    head + cells.map((cell) => String(cell).padStart(width)).join('')
  return [
    `of ${sessions} sessions, so many are alike:`,
    row(
      ' ',
      programs.map((_, index) => letter(index)),
    ),
    ...agree.map((counts, index) => `${row(letter(index), counts)}  ${programs[index]}`),
  ]
}

function countOf(cases: readonly Case[], what: string): string[] {
  const run = cases.filter(({ error }) => error === undefined)
  if (run.length === 0) return []
  const skipped = run.filter((one) => one.skipped !== undefined).length
  const passed = run.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  const others = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(run.length < cases.length ? [`${cases.length - run.length} could not be run`] : []),
  ]
  return [[`${passed} of ${run.length} ${what}`, ...others].join(', ')]
}

/** The columns of a leaderboard, and the row of an entry. */
export const leaderboardHead = ['league', 'entry', 'bytes', 'verdict', 'proven for', 'variations']
export function leaderboardRow(one: EntryReport): [league: string, path: string, bytes: string, ...others: string[]] {
  const { runtime, input, path, bytes } = one
  return [`${runtime}-${input}`, path, bytes.toLocaleString('en'), verdictOf(one), provenFor(one), remarksOf(one)]
}

/** A step of an entry's plan: the suite, and how it was run. */
export const nameOfStep = ({ suite, runner }: EntryReport['plan'][number]): string => `${suite} (${runner})`

/** A line for each entry that was accepted: what it was proven for, every suite that it passed, and remarks. */
export const proofsOf = (cases: readonly Case[]): string[] =>
  cases.filter(isInLeague).flatMap((one) => {
    if (one.verdict !== 'AC') return []
    const suites = one.plan.map(nameOfStep).join(', ')
    const proof = provenFor(one) === '' ? 'passed' : `proven for ${provenFor(one)}`
    return [`${one.path}: ${[proof, suites, remarksOf(one)].filter(Boolean).join('; ')}`]
  })
