import { InvalidArgumentError, Option } from 'commander'
import { type SuiteName, suiteNames } from '../judge/suites/suite.ts'
import { type ReporterChoice, reporterNames } from '../report/reporters.ts'
import { sessionsAtATime } from '../run/launcher.ts'
import type { SandboxChoice } from '../run/sandbox.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import { inputs } from '../session/script.ts'
import { parseCompare } from '../transcripts/varies.ts'

/** Without a default, an option is absent if it was not given, or the verb does not have it. */
export interface SharedOptions {
  readonly reporter: readonly ReporterChoice[]
  /** The longest silence of a program: `--timeout`. */
  readonly limits: Limits
  readonly exact?: boolean
  readonly game?: string
  readonly jobs: number
  readonly save?: string
  readonly seed?: number
  /** True if the item with this index belongs to this machine's part of the work. */
  readonly shard: (item: unknown, index: number) => boolean
  readonly sandbox: SandboxChoice
}

export const numberBetween =
  (min: number, max: number, isWhole = true) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value
    throw new InvalidArgumentError(`It must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`)
  }

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name => {
  const name = names.find((known) => known === text)
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`)
  return name
}

const repeatable = (flags: string, description: string) =>
  new Option(flags, `${description}; repeatable`).argParser((text, before: string[] = []) => [...before, text])

/** Gives an option's value another name in our code than users see. */
const named = (name: string, option: Option) => Object.assign(option, { attributeName: () => name })

const tableOnly: ReporterChoice[] = [{ name: 'table' }]

export const options = {
  game: new Option(
    '--game <game>',
    "what is played, where the path or transcript does not say it: a game ('ortho -n 7'), its file, or recorded sessions",
  ),
  runtime: new Option('--runtime <name>', 'the runtime, if the path does not say it'),
  input: new Option('--input <way>', 'how the entry gets its input, if the path does not say it').choices(inputs),
  timeout: named('limits', new Option('--timeout <seconds>', 'how long a program may be silent'))
    .argParser((text): Limits => ({ milliseconds: numberBetween(0.01, 3600, false)(text) * 1000 }))
    .default({ milliseconds: verdictLimits.defaultTimeoutMs }, String(verdictLimits.defaultTimeoutMs / 1000)),
  sandbox: (usual: SandboxChoice) =>
    new Option('--sandbox <mode>', 'whether to run programs in a sandbox, which needs bubblewrap')
      .choices(['auto', 'require', 'off'] satisfies SandboxChoice[])
      .default(usual),
  jobs: new Option('--jobs <n>', 'how many entries or transcripts to run at once')
    .argParser(numberBetween(1, 1024))
    .default(sessionsAtATime(), 'twice the number of processors'),
  shard: new Option('--shard <i/n>', 'do the i-th of n parts of the work')
    .argParser((text): SharedOptions['shard'] => {
      const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
      if (part < 1 || part > of) throw new InvalidArgumentError('It must be i/n, with i from 1 to n.')
      // Neighbouring items go to different machines.
      return (_, index) => index % of === part - 1
    })
    .default(() => true, 'all of it'),
  reporter: new Option('--reporter <name[=file]>', 'the kind of report, to standard output or a file; repeatable')
    // For the help only: the parser replaces the check.
    .choices(reporterNames)
    .argParser((text, before: ReporterChoice[]): ReporterChoice[] => {
      const [, name, file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? []
      const choice = { name: oneOf(reporterNames, name), ...(file && { file }) }
      // Commander gives the default as `before`.
      return before === tableOnly ? [choice] : [...before, choice]
    })
    .default(tableOnly, 'table'),
  suite: named('suites', new Option('--suite <name>', 'run only this suite; repeatable'))
    // For the help only, as above.
    .choices(suiteNames)
    .argParser((text, before: SuiteName[] = []) => [...before, oneOf(suiteNames, text)]),
  exact: new Option('--exact', 'demand the exact form, with no variation but endless and stderr'),
  seed: (usual: string) =>
    new Option('--seed <n>', `random seed (default: ${usual})`).argParser(numberBetween(0, 0x7fffffff)),
  save: new Option('--save <file>', 'write the failed session as a transcript with the expected output'),
  compare: new Option(
    '--compare <how>',
    'how to compare, as in transcripts: exact, trailing-space, whitespace, case',
  ).argParser((text) => {
    const read = parseCompare(text)
    if ('error' in read) throw new InvalidArgumentError(`It ${read.error}.`)
    return read.value
  }),
  varies: repeatable(
    '--varies <what>',
    'what differs from run to run: number, time, date, path, hex, uuid or a regular expression',
  ),
  like: repeatable('--like <path>', 'recorded sessions whose answers to type: transcripts or folders'),
}
