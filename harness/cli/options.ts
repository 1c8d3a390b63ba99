import { InvalidArgumentError, Option } from 'commander'
import { type SuiteName, suiteNames } from '../judge/suites/names.ts'
import type { Shard } from '../report/report.ts'
import { type ReporterChoice, reporterNames } from '../report/reporters.ts'
import { sessionsAtATime } from '../run/launcher.ts'
import { type SandboxChoice, sandboxChoices } from '../run/sandbox.ts'
import { defaultTimeoutMs, type Limits } from '../session/limits.ts'
import { inputs } from '../session/script.ts'
import { compares } from '../transcripts/varies.ts'

/** Options of several verbs. One that has no default is absent if it was not given, or the verb does not have it. */
export interface SharedOptions {
  readonly reporter: readonly ReporterChoice[]
  /** The longest silence of a program: `--timeout`. */
  readonly limits: Limits
  readonly exact?: boolean
  readonly game?: string
  readonly jobs: number
  readonly save?: string
  readonly seed?: number
  /** This machine's part of the work (default: all). */
  readonly shard?: Shard
  readonly sandbox: SandboxChoice
}

/** True if the item with this index belongs to this part of the work. Neighbouring items go to different machines. */
export const isInShard =
  ({ part, of }: Shard = { part: 1, of: 1 }) =>
  (_item: unknown, index: number) =>
    index % of === part - 1

export const numberBetween =
  (min: number, max: number, isWhole = true) =>
  (text: string) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value
    throw new InvalidArgumentError(`It must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`)
  }

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name => {
  const name = names.find((known) => known === text)
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`)
  return name
}

export const gameOption = new Option(
  '--game <game>',
  "what is played, where the path or transcript does not say it: a game ('ortho -n 7'), its file, or recorded sessions",
)

/** Options that say what an entry is, if its path does not. */
export const entryOptions = [
  gameOption,
  new Option('--runtime <name>', 'the runtime, if the path does not say it'),
  new Option('--input <way>', 'how the entry gets its input, if the path does not say it').choices(inputs),
]

/** An option whose value gets another name than the option's. */
function valueAs(name: string, option: Option): Option {
  option.attributeName = () => name
  return option
}

export const timeoutOption = valueAs('limits', new Option('--timeout <seconds>', 'how long a program may be silent'))
  .argParser((text): Limits => ({ milliseconds: numberBetween(0.01, 3600, false)(text) * 1000 }))
  .default({ milliseconds: defaultTimeoutMs }, String(defaultTimeoutMs / 1000))

export const sandboxOption = (usual: SandboxChoice) =>
  new Option('--sandbox <mode>', 'whether to run programs in a sandbox, which needs bubblewrap')
    .choices(sandboxChoices)
    .default(usual)

const tableOnly: ReporterChoice[] = [{ name: 'table' }]

export const reporterOption = new Option(
  '--reporter <name[=file]>',
  'the kind of report, to standard output or a file; repeatable',
)
  // For the help only: the parser replaces the check.
  .choices(reporterNames)
  .argParser((text, before: ReporterChoice[]): ReporterChoice[] => {
    const [, name, file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? []
    const choice = { name: oneOf(reporterNames, name), ...(file && { file }) }
    // Commander gives the default as `before`.
    return before === tableOnly ? [choice] : [...before, choice]
  })
  .default(tableOnly, 'table')

export const runOptions = (usual: SandboxChoice) => [
  timeoutOption,
  sandboxOption(usual),
  new Option('--jobs <n>', 'how many entries or transcripts to run at once')
    .argParser(numberBetween(1, 1024))
    .default(sessionsAtATime(), 'twice the number of processors'),
  new Option('--shard <i/n>', 'do the i-th of n parts of the work').argParser((text): Shard => {
    const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
    if (part < 1 || part > of) throw new InvalidArgumentError('It must be i/n, with i from 1 to n.')
    return { part, of }
  }),
  reporterOption,
]

export const suiteOption = valueAs('suites', new Option('--suite <name>', 'run only this suite; repeatable'))
  // For the help only, as above.
  .choices(suiteNames)
  .argParser((text, before: SuiteName[] = []) => [...before, oneOf(suiteNames, text)])

export const variesOption = new Option(
  '--varies <what>',
  'what differs from run to run: number, time, date, path, hex, uuid or a regular expression; repeatable',
).argParser((source, before: string[] = []) => [...before, source])

export const exactOption = new Option('--exact', 'demand the exact form, with no variation but endless and stderr')

/** Options of verbs that look for a session in which a program is wrong. */
export const searchOptions = (usualSeed: string) => [
  exactOption,
  new Option('--seed <n>', `random seed (default: ${usualSeed})`).argParser(numberBetween(0, 0x7fffffff)),
  new Option('--save <file>', 'write the failed session as a transcript with the expected output'),
]

/** Options of `fuzz` with a command as the reference. */
export const referenceOptions = [
  new Option(
    '--reference <command>',
    'the program that says what is right, instead of a game; --words or --like say what to type',
  ),
  new Option(
    '--words <list>',
    `lines to type, separated by blanks ('0..8 quit "push 3"'), or a file with one on each line`,
  ),
  new Option('--like <path>', 'recorded sessions whose answers to type: transcripts or folders; repeatable').argParser(
    (path, before: string[] = []) => [...before, path],
  ),
  new Option('--prompt <regexp>', 'the prompts of the reference (default: detected by its reading and silence)'),
  new Option('--compare <how>', 'which white space counts, as in transcripts').choices(compares),
  variesOption,
]
