import * as v from 'valibot'
import { verdicts } from '../session/compare.ts'

// The results of a run as plain data: the reporter `json` writes them, `merge` reads them, the other reporters show
// them. The types are derived from the schemas.
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** A field with a description, which the JSON schema has, too. */
const field = <Field extends v.GenericSchema>(meaning: string, schema: Field) => v.pipe(schema, v.description(meaning))
/** A field that may be absent. */
const maybe = <Field extends v.GenericSchema>(meaning: string, schema: Field) => v.exactOptional(field(meaning, schema))

/** What the program writes before an answer, and the answer. */
const turn = v.object({
  expected: field(
    'The right output in its exact form; where the session went wrong, in the form nearest to what came, up to the first wrong line if all input was sent at once.',
    v.string(),
  ),
  actual: maybe('The output of the program; absent if the session was over before.', v.string()),
  answer: maybe(
    'The line that was sent, without its newline; null is the end of input; absent at the end of the session.',
    v.nullable(v.string()),
  ),
})

const rule = v.object({
  id: field('The name of the rule, one in its game.', v.string()),
  sentence: field('The rule in words.', v.string()),
  at: maybe('The page and heading that explain the rule.', v.string()),
})

const only = v.picklist(['last newline', 'CR LF', 'white space', 'capitals', 'exit status', 'standard error'])
/** What people may overlook. */
export type Only = v.InferOutput<typeof only>

const failure = v.object({
  suite: field('The suite that found it; empty for a transcript.', v.string()),
  sentence: field('One sentence: what went wrong, where, and after which input.', v.string()),
  turns: field('The session, turn by turn; it went wrong in the last turn that has an actual output.', list(turn)),
  at: field('The offset in bytes of the first wrong byte in all output.', count),
  rule: maybe('The rule that is broken; absent: the game has no rules, or is not known, or none is broken.', rule),
  only: maybe('All that differs from the recorded session; absent: more than that, or the reference is a game.', only),
  stderr: field('Lines of standard error, with control characters made visible.', list(v.string())),
  leftover: maybe('The lines that were sent after the end of the session; absent: none.', list(v.string())),
})
/** A session that failed. */
export type Failure = v.InferOutput<typeof failure>

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
  retriesPassed: maybe(
    'The number of sessions that failed once, and passed when they were played again; absent: none.',
    count,
  ),
}

const step = v.object({
  suite: field('The name of the suite; after it, in parentheses, the reason if it was not run.', v.string()),
  runner: field(
    'The way in which its sessions were run: in real processes, on pipes (processes), in a terminal, with pauses, or in one process of the runtime (worker).',
    v.picklist(['processes', 'terminal', 'pauses', 'worker']),
  ),
  sessions: field('The number of sessions that were run.', count),
  covers: maybe('The cases that the suite covers, in a few words.', v.string()),
})

const session = v.object({
  title: field('The first comment of its transcript, or else the name of the file.', v.string()),
  path: maybe('Its transcript; absent if it is hidden.', v.string()),
  verdict: field('The verdict on this session.', verdict),
  milliseconds: anyCase.milliseconds,
  failure: field('What went wrong; null if nothing did. Of a hidden session, it has no turns.', v.nullable(failure)),
  fault: maybe('The number of the fault, from 1: sessions that fail for one cause have one number.', count),
})

const entry = v.object({
  ...anyCase,
  kind: field('A golfed entry, which was judged.', v.literal('entry')),
  game: field('Its game with the options, or the folder of recorded sessions that say what is right.', v.string()),
  runtime: field('The name of its runtime.', v.string()),
  bytes: field('The size of its file, in bytes.', count),
  chars: field('The size in Unicode characters (code points).', count),
  expected: field('The verdict that it must get.', verdict),
  breaks: maybe('The id of the rule that it must break; absent: any.', v.string()),
  exact: field('True if its output and exit status are exactly those of the reference.', v.boolean()),
  variations: field('The names of the variations from the exact form that it uses.', list(v.string())),
  plan: field('The suites that it was held to, in their order, up to the one in which it failed.', list(step)),
  sessions: maybe(
    'The recorded sessions that it was held to, in their order; absent: it is held to a game.',
    list(session),
  ),
  only: maybe('All that differs in any of these sessions; absent: more than that.', only),
  compiler: maybe('The first lines of the compiler, if it rejects the source.', list(v.string())),
  note: maybe('The reason why its sessions could not be run in one process.', v.string()),
})
export type EntryReport = v.InferOutput<typeof entry>

const transcript = v.object({
  ...anyCase,
  kind: field('A recorded session, which was run again.', v.literal('transcript')),
  line: field('The line in the file at which the session begins; the first is 1.', count),
  replaced: maybe('The recorded line, if another command was run in its place.', v.string()),
  unseen: maybe(
    'The number of bytes that the program wrote to standard error, if the transcript does not mention standard error.',
    count,
  ),
  varied: maybe('The number of varying places that differ from the recorded example; absent: none.', count),
})
export type TranscriptReport = v.InferOutput<typeof transcript>

const fuzz = v.object({
  ...anyCase,
  kind: field('A program that played random sessions.', v.literal('fuzz')),
  game: field('The reference: a game with its options, or a command.', v.string()),
  seed: field('The random seed.', v.number()),
  sessions: field('The number of sessions that were played.', count),
  lines: maybe(
    'The number of lines in a session.',
    v.object({
      median: field('Half of the sessions have at least this many.', count),
      max: field('The longest session has this many.', count),
    }),
  ),
  ended: maybe('The number of sessions that reached the end of the game, or that the reference ended itself.', count),
  replies: maybe('The number of distinct replies of the reference.', count),
  unused: maybe('The words that were never typed.', list(v.string())),
  troubles: maybe(
    'The ways in which the reference itself went wrong.',
    list(
      v.object({
        why: field('What the reference did, in a few words: crashes (SIGSEGV).', v.string()),
        lines: field(
          'The lines of the shortest session that shows it; null is the end of input.',
          list(v.nullable(v.string())),
        ),
      }),
    ),
  ),
  shortened: maybe(
    'The time limit that ended the search for shorter sessions, in milliseconds; absent: the search was completed.',
    count,
  ),
})
export type FuzzReport = v.InferOutput<typeof fuzz>

const oneCase = v.variant('kind', [entry, transcript, fuzz])
export type Case = v.InferOutput<typeof oneCase>

const machine = v.object({
  ninehole: field('The version of ninehole.', v.string()),
  sandbox: maybe(
    "The sandbox of strangers' programs: bubblewrap 0.8.0, or none and why; absent if none was asked for.",
    v.string(),
  ),
  runtimes: field('The versions of the runtimes that were used, by their names.', v.record(v.string(), v.string())),
})
/** A machine that ran cases of a report. */
export type Machine = v.InferOutput<typeof machine>

export const reportSchema = v.object({
  version: field('The version of this format; it changes where a reader of the old one would fail.', v.literal(2)),
  ok: field('True if everything passed.', v.boolean()),
  stopped: maybe(
    'The point at which the run was stopped, if it was: all that was found by then is in the report.',
    v.string(),
  ),
  errors: maybe(
    'The reasons why the command could not do its work; its exit status is 2. Absent: there are none.',
    list(
      v.object({
        place: field('The place of the error: an option as it was typed, a path, path:line, or the verb.', v.string()),
        why: field('The error in words, with what to do, where that is known.', v.string()),
      }),
    ),
  ),
  shard: maybe(
    'The part of the work that was done, if it was divided with `--shard`: `part` of `of` parts.',
    v.object({
      part: field(
        'The number of the part, from 1: its items are the item of this number, and every `of`-th after it.',
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

/** Writes one kind of report. Each method returns text. */
export interface Reporter {
  /** Shows a case once it and all before it are known. */
  add?(one: Case): string
  /** Shows a case as soon as it is known. */
  fail?(one: Case): string
  end(report: Report): string
}
