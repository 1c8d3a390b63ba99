import { InvalidArgumentError, Option } from 'commander'
import * as shlex from 'shlex'
import { type SuiteName, suiteNames } from '../judge/suites/suite.ts'
import { type ReporterChoice, reporterNames } from '../report/reporters.ts'
import type { Limits } from '../run/limits.ts'
import { type SandboxChoice, sandboxChoices } from '../run/sandbox.ts'
import { inputs } from '../session/script.ts'

/** The options that several verbs take. One that was not given, or that the verb does not have, is absent. */
export interface Options {
  readonly reporter: readonly ReporterChoice[]
  /** How long a program may be silent. */
  readonly timeout: Limits
  readonly exact?: boolean
  readonly game?: string
  readonly jobs?: number
  readonly save?: string
  readonly seed?: number
  readonly shard?: Shard
  readonly sandbox: SandboxChoice
}

/** A part of the work, so that several machines can share it: the i-th of n, counted from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Every n-th item, so that the items of a folder are spread over the machines. */
export const shardOf = <Item>(items: readonly Item[], shard: Shard | undefined): Item[] =>
  items.filter((_, index) => shard === undefined || index % shard.count === shard.index - 1)

const number = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  if (text.trim() !== '' && value >= least && value <= most) return value
  throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
}

export const whole = (least: number, most: number) => (text: string) => {
  const value = number(least, most)(text)
  if (Number.isInteger(value)) return value
  throw new InvalidArgumentError('It must be a whole number.')
}

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name => {
  const name = names.find((known) => known === text)
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`)
  return name
}

const suites = (text: string, before: SuiteName[] = []): SuiteName[] => [...before, oneOf(suiteNames, text)]

const tableOnly: ReporterChoice[] = [{ name: 'table' }]

/** What an entry is, where its path does not say it. */
export const entryOptions = [
  new Option('--game <name>', 'the game, where the path does not say it'),
  new Option('--runtime <name>', 'the runtime, where the path does not say it'),
  new Option('--input <way>', 'how it is given its input, where the path does not say it').choices(inputs),
]

export const timeout = new Option('--timeout <seconds>', 'how long a program may be silent')
  .argParser((text): Limits => ({ milliseconds: number(0.01, 3600)(text) * 1000 }))
  .default({ milliseconds: 2000 }, '2')

export const sandbox = (usual: SandboxChoice) =>
  new Option('--sandbox <mode>', 'whether programs run in a sandbox, which needs bubblewrap')
    .choices(sandboxChoices)
    .default(usual)

export const reporter = new Option(
  '--reporter <name[=file]>',
  'how to report, to standard output or a file; repeatable',
)
  .choices(reporterNames)
  .argParser((text, before: ReporterChoice[]): ReporterChoice[] => {
    const [, name, file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? []
    const choice = { name: oneOf(reporterNames, name), ...(file && { file }) }
    return before === tableOnly ? [choice] : [...before, choice]
  })
  .default(tableOnly, 'table')

export const jobs = new Option('--jobs <n>', 'how much to run at once (default: the number of processors)').argParser(
  whole(1, 1024),
)

export const shard = new Option('--shard <i/n>', 'do the i-th of n parts of the work').argParser((text): Shard => {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count) throw new InvalidArgumentError('It must be i/n, with i from 1 to n.')
  return { index, count }
})

/** What those verbs take that run many programs. */
export const runOptions = (usual: SandboxChoice) => [timeout, sandbox(usual), jobs, shard, reporter]

export const suiteOptions = [
  new Option('--suite <name>', 'run only this suite; repeatable').choices(suiteNames).argParser(suites),
  new Option('--quick', 'leave out all games; positions that are turned or reflected count as one'),
]

/** What those verbs take that compare programs with a reference. */
export const referenceOptions = [
  new Option('--exact', 'demand the exact form, without any variation'),
  new Option('--seed <n>', 'random seed (default: 1 for judge, a new one for fuzz)').argParser(whole(0, 0x7fffffff)),
  new Option('--save <file>', 'write the failed session as a transcript with the expected output'),
]

/**
 * The command that runs one case again, for a shell.
 * @param command what follows `--`
 */
export const commandToReproduce = (words: readonly string[], command: readonly string[] = []): string =>
  shlex.join(['npx', 'ninehole', ...words, ...(command.length === 0 ? [] : ['--', ...command])])
