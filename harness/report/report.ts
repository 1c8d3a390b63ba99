import * as shlex from 'shlex'
import * as v from 'valibot'
import { type Verdict, verdicts } from '../session/compare.ts'
import { clipped, printable } from './text.ts'

/**
 * The results of a run as plain data: `--reporter json` writes them, `merge` reads them, and the other reporters show
 * them. The types are derived from the schemas.
 */
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** A field with its meaning, which stands in the JSON schema, too. */
const field = <Field extends v.GenericSchema>(meaning: string, schema: Field) => v.pipe(schema, v.description(meaning))
/** A field that may be absent. */
const maybe = <Field extends v.GenericSchema>(meaning: string, schema: Field) => v.exactOptional(field(meaning, schema))

/** A part of a session: what the program writes up to a prompt or its end, and the answer to it. */
const turn = v.object({
  expected: field('The exact form of the right output.', v.string()),
  actual: maybe('The output of the program; absent if the session was over before.', v.string()),
  answer: maybe(
    'The line that was typed, without its newline; null is the end of input; absent where the session ends.',
    v.nullable(v.string()),
  ),
})
export type ShownTurn = v.InferOutput<typeof turn>

/** A sentence of a game's rules. */
const rule = v.object({
  id: field('The name of the rule, one in its game.', v.string()),
  sentence: field('The rule in words.', v.string()),
  at: maybe('The page and heading that deal with it.', v.string()),
})
export type ShownRule = v.InferOutput<typeof rule>

const lines = list(v.nullable(v.string()))

const failure = v.object({
  suite: field('The suite that found it; empty for a transcript.', v.string()),
  lines: field('The lines that were typed, without their newlines; null is the end of input.', lines),
  expected: field('All output that is right, in its exact form.', v.string()),
  actual: field('All output of the program, as far as the session came.', v.string()),
  again: maybe(
    'Of a program that is flaky: all that it wrote when the session was played again, and passed.',
    v.string(),
  ),
  at: field('The offset in bytes of the first differing byte in actual.', count),
  difference: field(
    'The difference, for people.',
    v.object({
      sentence: field('One sentence: what went wrong, where, and after which input.', v.string()),
      lines: field(
        "The lines around the first difference, as in a unified diff: '- ' expected, '+ ' actual, or two spaces.",
        list(v.string()),
      ),
    }),
  ),
  turns: field('The whole session, turn by turn.', list(turn)),
  leftover: maybe('The lines that were sent behind the end of the session; absent: none.', list(v.string())),
  right: field("The number of characters of the last turn's actual that are right, in UTF-16 code units.", count),
  stderr: field('The last lines of standard error, with control characters made visible.', list(v.string())),
  rules: maybe('The rules that are broken; absent: the game has no rules, or is not known.', list(rule)),
})
/** A session that failed. */
export type Failure = v.InferOutput<typeof failure>

const troubles = list(
  v.object({
    why: field('A few words on what it did: crashes (SIGSEGV).', v.string()),
    lines: field('The lines of the shortest session that shows it; null is the end of input.', lines),
  }),
)

const verdict = v.picklist(verdicts)
const anyCase = {
  path: field('The file of an entry or a transcript, or the command that was fuzzed.', v.string()),
  input: v.optional(
    field('The way in which the program was given its input; empty if the case could not be run.', v.string()),
    '',
  ),
  ok: field('True if the case passed: it has the verdict that it must have.', v.boolean()),
  verdict: maybe(`The verdict, as judges say it (${verdicts.join(', ')}); absent if the case was not run.`, verdict),
  skipped: maybe('The reason why it was skipped.', v.string()),
  error: maybe('The reason why it could not be run, with file and line.', v.string()),
  failure: field('The shortest session that failed; null if none did.', v.nullable(failure)),
  reproduce: maybe('The command that runs the case again, for a shell.', v.string()),
  milliseconds: field('The time that the case took, in milliseconds.', count),
}

const step = v.object({
  suite: field('The name of the suite; behind it, in parentheses, the reason if it was not run.', v.string()),
  runner: field(
    'The way in which its sessions were run: in real processes, on pipes (processes), in a terminal, with pauses, or in one process of the runtime (worker).',
    v.picklist(['processes', 'terminal', 'pauses', 'worker']),
  ),
  sessions: field('The number of sessions that were run.', count),
  covers: maybe('The cases that the suite covers, in a few words.', v.string()),
  strength: maybe('The strength of that proof: of several suites, the greatest number counts.', count),
})

/** Tells whether a wrong entry keeps a rule. */
const kept = v.object({
  ...rule.entries,
  result: field(
    'The entry keeps it, breaks it, or goes wrong before it comes to such a reply (unseen).',
    v.picklist(['holds', 'broken', 'unseen']),
  ),
  lines: field('The lines of the session that shows it; empty if none does.', lines),
  failure: maybe('The session in which it is broken.', failure),
})

/** The report on an entry. */
export const entrySchema = v.object({
  ...anyCase,
  kind: field('A golfed entry, which was judged.', v.literal('entry')),
  game: field('Its game with the options, or the command that is its reference.', v.string()),
  runtime: field('The name of its runtime.', v.string()),
  bytes: field('The size of its file, in bytes.', count),
  chars: field('The size in Unicode characters (code points).', count),
  expected: field('The verdict that it must get.', verdict),
  breaks: maybe('The id of the rule that it must break; absent: any.', v.string()),
  exact: field('True if its output and exit status are exactly those of the reference.', v.boolean()),
  variations: field('The names of the variations from the exact form that it uses.', list(v.string())),
  plan: field('The suites that it was held to, in their order, up to the one in which it failed.', list(step)),
  profile: maybe('For a wrong entry: the tested rules of its game, and for each if it keeps it.', list(kept)),
  source: maybe('The source of an entry that failed.', v.string()),
  compiler: maybe('The first lines of the compiler, if it rejects the source.', list(v.string())),
  note: maybe('The reason why its sessions could not be run in one process.', v.string()),
  before: maybe('True if it was accepted before, and was not played again.', v.boolean()),
  doubts: maybe('The number of sessions that failed once, and passed when they were played again.', count),
  troubles: maybe('The ways in which the reference itself went wrong until then.', troubles),
})
export type EntryReport = v.InferOutput<typeof entrySchema>

const transcript = v.object({
  ...anyCase,
  kind: field('A recorded session, which was run again.', v.literal('transcript')),
  line: field('The line in the file at which the session begins; the first is 1.', count),
  recorded: maybe(
    'The recording, without what was written now.',
    v.object({
      command: field('The command that was recorded.', v.string()),
      turns: field('The session, turn by turn.', list(turn)),
    }),
  ),
  unseen: maybe(
    'The number of bytes on standard error, of which the transcript says nothing; absent: none, or it says something.',
    count,
  ),
  varied: maybe('The number of varying places in which the output is not the recorded example; absent: none.', count),
  doubts: maybe(
    'The number of times, 1, that the session failed and then passed when it was played again; absent: none.',
    count,
  ),
})
export type TranscriptReport = v.InferOutput<typeof transcript>

const agreement = v.object({
  programs: field('The programs by their commands; the first is the reference.', list(v.string())),
  sessions: field('The number of sessions that all have played.', count),
  agree: field('The number of sessions in which two agree: a row and a column for each program.', list(list(count))),
  parted: maybe(
    'For each two programs that part and are not the reference: the shortest such session.',
    list(
      v.object({
        one: field('The index of a program; what it wrote is expected.', count),
        other: field('The index of the other; what it wrote is actual.', count),
        failure: field('The session.', failure),
      }),
    ),
  ),
})

const fuzz = v.object({
  ...anyCase,
  kind: field('A program that played random sessions.', v.literal('fuzz')),
  game: field('The reference: a game with its options, or a command.', v.string()),
  seed: field('The random seed.', v.number()),
  sessions: field('The number of sessions that were played.', count),
  lines: maybe(
    'The number of lines in a session.',
    v.object({
      median: field('Half of the sessions have as many or more.', count),
      most: field('The longest has so many.', count),
    }),
  ),
  doubts: maybe('The number of sessions that failed once, and passed when they were played again.', count),
  ended: maybe('The number of sessions that reached the end of the game, or that the reference ended itself.', count),
  replies: maybe('The number of different replies of the reference.', count),
  unused: maybe('The words that were never typed.', list(v.string())),
  troubles: maybe('The ways in which the reference itself went wrong.', troubles),
  agreement: maybe('A table of who agrees with whom, if there are several programs; the first case has it.', agreement),
  saved: maybe(
    'The paths of the transcripts that were written of sessions in which the reference said something new.',
    list(v.string()),
  ),
  shortened: maybe(
    'The time after which the search for shorter sessions was ended, in milliseconds; absent: it came to its end.',
    count,
  ),
})
export type FuzzReport = v.InferOutput<typeof fuzz>

const oneCase = v.variant('kind', [entrySchema, transcript, fuzz])
export type Case = v.InferOutput<typeof oneCase>

const machine = v.object({
  ninehole: field('The version of ninehole.', v.string()),
  sandbox: maybe(
    "The sandbox of strangers' programs: bubblewrap 0.8.0, or none and why; absent if none was asked for.",
    v.string(),
  ),
  runtimes: field('The versions of the runtimes that were used, by their names.', v.record(v.string(), v.string())),
})
/** A machine on which the cases of a report were run. */
export type Machine = v.InferOutput<typeof machine>

/** The reason why a command could not do its work. */
const commandError = v.object({
  place: field('The place of the error: an option as it was typed, a path, path:line, or the verb.', v.string()),
  why: field('The error in words, with what to do, where that is known.', v.string()),
})
export type CommandError = v.InferOutput<typeof commandError>

export const reportSchema = v.object({
  version: field('The version of this format; it changes where a reader of the old one would fail.', v.literal(2)),
  ok: field('True if everything passed.', v.boolean()),
  stopped: maybe(
    'The point at which the run was stopped, if it was: all that was found by then is in the report.',
    v.string(),
  ),
  errors: maybe(
    'The reasons why the command could not do its work; its exit status is 2. Absent: there are none.',
    list(commandError),
  ),
  shard: maybe(
    'The part of the work that was done, if it was divided with `--shard`: `part` of `of` parts.',
    v.object({
      part: field(
        'The number of the part, from 1: its items are the item of this number, and every `of`-th behind it.',
        v.number(),
      ),
      of: field('The number of parts.', v.number()),
    }),
  ),
  machines: maybe('The machines on which the cases were run: one, or several in a merged report.', list(machine)),
  cases: field('The programs, entries or transcripts that were run, one by one.', list(oneCase)),
})
export type Report = v.InferOutput<typeof reportSchema>
export type Shard = NonNullable<Report['shard']>

/** Entries that must be accepted are in the leaderboard; those that must be rejected are only counted. */
export const isInLeague = (one: Case): one is EntryReport => one.kind === 'entry' && one.expected === 'AC'

/** A kind of report, while it is written. */
export interface Reporter {
  /** @returns what is shown of a case when it and all before it are known */
  add?(one: Case): string
  /** @returns what is shown of a case that failed, at once */
  fail?(one: Case): string
  /** @returns which rules a case that failed keeps: it is found out after the failure was shown */
  profile?(one: Case): string
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
  const held = those('holds').length
  const hold = held === 0 ? '' : `${held} of ${seen} rules hold; `
  const rest = unseen === 0 ? '' : `; the other ${unseen === 1 ? 'rule' : `${unseen} rules`} could not be tested`
  return `${hold}breaks ${names.join(', ') || 'none, but fails what the judge demands beside them'}${rest}`
}

/** The lines that were sent behind the end of a failed session, in one line; empty if there were none. */
export function leftoverOf({ leftover = [] }: Failure): string {
  if (leftover.length === 0) return ''
  const rest = leftover.length > mostNamed ? ` and ${leftover.length - mostNamed} more` : ''
  return `sent after the end: ${clipped(shlex.join(leftover.slice(0, mostNamed)), 200)}${rest}`
}

/** What a flaky program wrote when it passed: a sentence, and the lines if they are not the expected ones. */
export function againOf({ again, expected }: Failure): { sentence: string; lines: readonly string[] } | undefined {
  if (again === undefined) return undefined
  const sentence = 'played again, it passed, and wrote'
  if (again === expected) return { sentence: `${sentence} what is expected`, lines: [] }
  const lines = clipped(again).split('\n')
  return { sentence: `${sentence}, in another form that is allowed:`, lines }
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

/** The beginning of a sentence on standard error. */
export const sentenceOfStderr = (bytes: number): string =>
  `wrote ${bytes} byte${bytes === 1 ? '' : 's'} to standard error`

/** The sentence on standard error of which a transcript says nothing. */
export const sentenceOfUnseen = (bytes: number): string =>
  `${sentenceOfStderr(bytes)} that the transcript does not have`

/** The number of transcripts, programs or words that are named where they are listed. */
const mostNamed = 10

/** A line for each transcript that says nothing of what its program wrote to standard error, and what can be done. */
export function unseenIn(cases: readonly Case[]): string[] {
  const unseen = new Map<string, number>()
  for (const one of cases) if (one.kind === 'transcript' && one.unseen !== undefined) unseen.set(one.path, one.unseen)
  const lines = [...unseen].map(([path, bytes]) => `${path}: ${sentenceOfUnseen(bytes)}`)
  return lines.length === 0
    ? []
    : [...listed(lines), "'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure"]
}

/** A line for each transcript whose session differs in its varying places only; of several ways, the one with the most. */
export function variedIn(cases: readonly Case[]): string[] {
  const varied = new Map<string, number>()
  for (const one of cases)
    if (one.kind === 'transcript' && one.varied !== undefined)
      varied.set(one.path, Math.max(one.varied, varied.get(one.path) ?? 0))
  return listed([...varied].map(([path, count]) => `${path}: the same but for ${placesOf(count)}`))
}

const placesOf = (count: number) => `${count} varying place${count === 1 ? '' : 's'}`

/** A line for each transcript, and each program that played random sessions, with sessions that failed only once. */
export function doubtsIn(cases: readonly Case[]): string[] {
  const doubts = new Map<string, number>()
  for (const one of cases) {
    if (one.kind === 'entry' || one.doubts === undefined) continue
    doubts.set(one.path, (doubts.get(one.path) ?? 0) + one.doubts)
  }
  const lines = listed([...doubts].map(([path, count]) => `${path} ${sentenceOfDoubts(count)}`))
  const isOfTranscripts = cases.some((one) => one.kind === 'transcript' && one.doubts !== undefined)
  return isOfTranscripts ? [...lines, "'--jobs 1' runs programs one at a time: others may change the same file"] : lines
}

/** A line for each way in which the reference of entries went wrong. */
const troublesIn = (cases: readonly Case[]): string[] =>
  linesOfTroubles(cases.flatMap((one) => (one.kind === 'entry' ? (one.troubles ?? []) : [])))

/** Lines, or the first of many. */
function listed(lines: readonly string[]): string[] {
  const more = lines.length - mostNamed
  return [...lines.slice(0, mostNamed), ...(more > 0 ? [`… and ${more} more`] : [])].map(printable)
}

/**
 * The point at which a run was stopped, standard error of which a transcript says nothing, varying places, sessions that failed only once,
 * troubles of a reference, and the machines that ran strangers' programs, each in one line.
 */
export const notesOn = ({ stopped, cases, machines = [] }: Report): string[] => [
  ...(stopped === undefined ? [] : [printable(stopped)]),
  ...[unseenIn(cases), variedIn(cases), doubtsIn(cases), troublesIn(cases)].flatMap((lines) =>
    lines.length === 0 ? [] : [lines.join('\n')],
  ),
  ...machines.filter(({ sandbox }) => sandbox !== undefined).map((machine) => printable(describeMachine(machine))),
]

/** The proof of an accepted entry, by the strongest of its suites; of another one, the reason why it was skipped. */
export function provenFor({ verdict, skipped = '', plan }: EntryReport): string {
  if (verdict !== 'AC') return skipped
  const proofs = plan.filter(({ covers }) => covers !== undefined)
  return proofs.sort((a, b) => (b.strength ?? 0) - (a.strength ?? 0))[0]?.covers ?? ''
}

/** Remarks on an entry: the variations from the exact form that it uses, and how it was judged. */
export const remarksOf = ({ exact, variations, bytes, chars, note, before, doubts }: EntryReport): string =>
  [
    [...(exact ? ['exact'] : []), ...variations].join(' '),
    chars === bytes ? '' : `${chars} characters`,
    note === undefined ? '' : `not in a worker: ${note}`,
    before ? 'accepted before' : '',
    sentenceOfDoubts(doubts),
  ]
    .filter(Boolean)
    .join('; ')

/** The sentence on sessions that failed once; empty if none did. */
const sentenceOfDoubts = (doubts: number | undefined): string =>
  doubts === undefined ? '' : `passed ${doubts === 1 ? 'a session' : `${doubts} sessions`} only when played again`

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

/** The sentences on random sessions: how many were tried, and whether they match. */
function countOfFuzz(one: FuzzReport): string {
  const { game, path, ok, seed, sessions, lines, ended, replies, unused = [], troubles = [], saved } = one
  const { shortened } = one
  const isAlone = saved !== undefined && path === game
  const match = isAlone ? 'were played' : 'match the reference'
  const result = ok
    ? `${sessions} random sessions of ${game} ${match} (seed ${seed})`
    : `found with seed ${seed} in ${sessions} sessions`
  const size = `up to ${lines?.most} lines, half of them ${lines?.median} or more; ${ended} ended by themselves`
  const rest = unused.length > mostNamed ? ` and ${unused.length - mostNamed} more` : ''
  return [
    result,
    ...(lines === undefined || sessions === 0
      ? []
      : [size + (replies === undefined ? '' : `; ${replies} different replies`)]),
    ...(unused.length === 0 ? [] : [`never typed: ${shlex.join(unused.slice(0, mostNamed))}${rest}`]),
    ...linesOfTroubles(troubles),
    ...(saved === undefined ? [] : [`${saved.length} transcripts written`]),
    ...(shortened === undefined ? [] : [`shortened for ${shortened / 1000} seconds: a shorter one may exist`]),
    ...agreementOf(one),
  ]
    .map(printable)
    .join('\n')
}

/** A line for each way in which a reference went wrong. */
export const linesOfTroubles = (troubles: FuzzReport['troubles'] = []): string[] =>
  listed([...new Set(troubles.map(({ why, lines }) => `the reference itself ${why} ${whenAfter(lines)}`))])

/** A session by what was typed. */
const whenAfter = (lines: readonly (string | null)[]) =>
  lines.length === 0
    ? 'before any line'
    : `after ${lines.map((line) => (line === null ? 'the end of input' : `'${clipped(line, 80)}'`)).join(', ')}`

/** A table of who agrees with whom; letters stand for the programs. */
function agreementOf({ agreement }: FuzzReport): string[] {
  if (agreement === undefined) return []
  const { programs, sessions, agree, parted = [] } = agreement
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
    ...parted.flatMap(({ one, other, failure: { lines, difference } }) => [
      `${letter(one)} and ${letter(other)} part ${whenAfter(lines)}: (- ${letter(one)}, + ${letter(other)})`,
      ...difference.lines.map((line) => `  ${line}`),
    ]),
  ]
}

function countOf(cases: readonly Case[], what: string): string[] {
  const run = cases.filter(({ error }) => error === undefined)
  if (run.length === 0) return []
  const skipped = run.filter((one) => one.kind === 'entry' && one.skipped !== undefined) as EntryReport[]
  const runtimes = [...new Set(skipped.map(({ runtime }) => runtime))].sort().join(', ')
  const passed = run.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  const others = [
    ...(skipped.length > 0 ? [`${skipped.length} in ${runtimes} skipped: not installed`] : []),
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
