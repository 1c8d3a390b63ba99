import * as v from 'valibot'
import { verdicts } from '../session/compare.ts'

// Results of a run: the reporter `json` writes them, `merge` reads them, the others show them.

const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** A JSON schema is made of these, with the meanings as descriptions. */
const field = <Field extends v.GenericSchema>(meaning: string, schema: Field) => v.pipe(schema, v.description(meaning))
const maybe = <Field extends v.GenericSchema>(meaning: string, schema: Field) => v.exactOptional(field(meaning, schema))
const text = (meaning: string) => field(meaning, v.string())
const maybeText = (meaning: string) => maybe(meaning, v.string())

const lineOrEnd = v.nullable(v.string())

const turn = v.object({
  expected: text(
    'The right output; where the session went wrong, in the form nearest to what came, and if all input was sent at once, up to the first wrong line.',
  ),
  actual: maybeText('The output of the program; absent if the session was over before.'),
  answer: maybe('The line that was sent; null is the end of input; absent at the end of the session.', lineOrEnd),
})

const rule = v.object({
  id: text('The name of the rule, one in its game.'),
  sentence: text('The rule in words.'),
  at: maybeText('The page and heading that explain the rule.'),
})

const only = v.picklist(['last newline', 'CR LF', 'white space', 'capitals', 'exit status', 'standard error'])

const failure = v.object({
  suite: text('The suite that found it; empty for a transcript.'),
  sentence: text('One sentence: what went wrong, where, and after which input.'),
  turns: field('The session, turn by turn; it went wrong in the last turn that has an actual output.', list(turn)),
  at: field('The offset in bytes of the first wrong byte in all output.', count),
  rule: maybe('The rule that is broken; absent: the game has no rules, or is not known, or none is broken.', rule),
  only: maybe('All that differs from the recorded session; absent: more than that, or the reference is a game.', only),
  stderr: field('Lines of standard error, with control characters made visible.', list(v.string())),
  leftover: maybe('The lines that were sent after the end of the session; absent: none.', list(v.string())),
})
export type Failure = v.InferOutput<typeof failure>

const verdict = v.picklist(verdicts)
const anyCase = {
  path: text('The file of an entry or a transcript, or the command that was fuzzed.'),
  input: v.optional(text('How the program was given its input; empty if the case could not be run.'), ''),
  ok: field('True if the case passed: it has the verdict that it must have.', v.boolean()),
  verdict: maybe(`The verdict, as judges say it (${verdicts.join(', ')}); absent if the case was not run.`, verdict),
  skipped: maybeText('The reason why it was skipped.'),
  error: maybeText('The reason why it could not be run, with file and line.'),
  failure: field('The shortest session that failed; null if none did.', v.nullable(failure)),
  reproduce: maybeText('The command that runs the case again, for a shell.'),
  milliseconds: field('The time that the case took, in milliseconds.', count),
  retriesPassed: maybe('The number of sessions that failed, and passed when they were played again.', count),
}

const step = v.object({
  suite: text('The name of the suite; after it, in parentheses, the reason if it was not run.'),
  runner: field(
    'How its sessions were run: in real processes (processes), in a terminal, with pauses, or in one process (worker).',
    v.picklist(['processes', 'terminal', 'pauses', 'worker']),
  ),
  sessions: field('The number of sessions that were run.', count),
  covers: maybeText('The cases that the suite covers, in a few words.'),
})

const session = v.object({
  title: text('The first comment of its transcript, or else the name of the file.'),
  path: maybeText('Its transcript; absent if it is hidden.'),
  verdict: field('The verdict on this session.', verdict),
  milliseconds: anyCase.milliseconds,
  failure: field('What went wrong; null if nothing did. Of a hidden session, it has no turns.', v.nullable(failure)),
  fault: maybe('The number of the fault, from 1: sessions that fail for one cause have one number.', count),
})

const entry = v.object({
  ...anyCase,
  kind: field('A golfed entry, which was judged.', v.literal('entry')),
  game: text('Its game with the options, or the folder of recorded sessions that say what is right.'),
  runtime: text('The name of its runtime.'),
  bytes: field('The size of its file, in bytes.', count),
  chars: field('The size in Unicode characters (code points).', count),
  expected: field('The verdict that it must get.', verdict),
  breaks: maybeText('The id of the rule that it must break; absent: any.'),
  exact: field('True if its output and exit status are exactly those of the reference.', v.boolean()),
  variations: field('The names of the variations from the exact form that it uses.', list(v.string())),
  plan: field('The suites that it was held to, in their order, up to the one in which it failed.', list(step)),
  sessions: maybe('The recorded sessions that it was held to; absent: it is held to a game.', list(session)),
  only: maybe('All that differs in any of these sessions; absent: more than that.', only),
  compiler: maybe('The first lines of the compiler, if it rejects the source.', list(v.string())),
  note: maybeText('The reason why its sessions could not be run in one process.'),
})
export type EntryReport = v.InferOutput<typeof entry>

const transcript = v.object({
  ...anyCase,
  kind: field('A recorded session, which was run again.', v.literal('transcript')),
  line: field('The line in the file at which the session begins or, if it failed, goes wrong; the first is 1.', count),
  replaced: maybeText('The recorded line, if another command was run in its place.'),
  unseen: maybe('The number of bytes of standard error, up to 131,072, if the transcript does not mention it.', count),
  varied: maybe('The number of varying places that differ from the recorded example; absent: none.', count),
})
export type TranscriptReport = v.InferOutput<typeof transcript>

const lineCounts = v.object({
  median: field('Half of the sessions have at least this many.', count),
  max: field('The longest session has this many.', count),
})

const trouble = v.object({
  why: text('What the reference did, in a few words: crashes (SIGSEGV).'),
  lines: field('The lines of the shortest session that shows it; null is the end of input.', list(lineOrEnd)),
})

const fuzz = v.object({
  ...anyCase,
  kind: field('A program that played random sessions.', v.literal('fuzz')),
  game: text('The reference: a game with its options, or a command.'),
  seed: field('The random seed.', v.number()),
  sessions: field('The number of sessions that were played.', count),
  lines: maybe('The number of lines in a session.', lineCounts),
  ended: maybe('The number of sessions that reached the end of the game, or that the reference ended itself.', count),
  replies: maybe('The number of distinct replies of the reference.', count),
  unused: maybe('The words that were never typed.', list(v.string())),
  troubles: maybe('The ways in which the reference itself went wrong.', list(trouble)),
  shortened: maybe('The milliseconds after which shortening the session was ended; absent: it was not.', count),
})
export type FuzzReport = v.InferOutput<typeof fuzz>

const oneCase = v.variant('kind', [entry, transcript, fuzz])
export type Case = v.InferOutput<typeof oneCase>

const machine = v.object({
  ninehole: text('The version of ninehole.'),
  sandbox: maybeText('The sandbox of programs: bubblewrap 0.8.0, or none and why; absent: none was asked for.'),
  runtimes: field('The versions of the runtimes that were used, by their names.', v.record(v.string(), v.string())),
})

const commandError = v.object({
  place: text('The place of the error: an option as it was typed, a path, path:line, or the verb.'),
  why: text('The error in words, with what to do, where that is known.'),
})

export const reportSchema = v.object({
  version: field('The version of this format; it changes where a reader of the old one would fail.', v.literal(2)),
  ok: field('True if everything passed.', v.boolean()),
  stopped: maybeText('Where the run was stopped, if it was: all that was found by then is in the report.'),
  errors: maybe('Why the command could not do its work; its exit status is 2. Absent: it could.', list(commandError)),
  machines: maybe('The machines on which the cases were run: one, or several in a merged report.', list(machine)),
  cases: field('The programs, entries or transcripts that were run, one by one.', list(oneCase)),
})
export type Report = v.InferOutput<typeof reportSchema>
