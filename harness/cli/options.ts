import { InvalidArgumentError, Option } from 'commander'
import { type SuiteName, suiteNames } from '../judge/plan.ts'
import { type ReporterChoice, reporterNames } from '../report/reporters.ts'
import type { Shard } from './shard.ts'

/** Options that several verbs take, and how their values are read. */
const tableOnly: ReporterChoice[] = [{ name: 'table' }]

export const number = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
  }
  return value
}
export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string) => {
    const value = number(least, most)(text)
    if (!Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number.')
    return value
  }

export const timeout = () =>
  new Option('--timeout <seconds>', 'how long a program may be silent').argParser(number(0.01, 3600)).default(2)
export const reporter = () =>
  new Option(
    '--reporter <name[=file]>',
    `how to report, to standard output or a file: ${reporterNames.join(', ')}; repeatable`,
  )
    .argParser((text, before: ReporterChoice[] | undefined) => {
      const [, asked, file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? []
      const name = reporterNames.find((known) => known === asked)
      if (name === undefined) throw new InvalidArgumentError(`It must be one of ${reporterNames.join(', ')}.`)
      const choice = file === undefined ? { name } : { name, file }
      return before === tableOnly || before === undefined ? [choice] : [...before, choice]
    })
    .default(tableOnly, 'table')
/** An older spelling of `--reporter name=file`. */
export const output = () => new Option('--output <file>', 'the file that the last named reporter writes').hideHelp()
export const jobs = () =>
  new Option('--jobs <n>', 'how many sessions at once (default: one a processor)').argParser(whole(1, 1024))

export const seed = () =>
  new Option('--seed <n>', 'random seed (default: 1 for judge, a new one for fuzz)').argParser(whole(0, 0x7fffffff))

export const shard = () =>
  new Option('--shard <i/n>', 'do the i-th of n parts of the work').argParser((text): Shard => {
    const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
    if (index < 1 || index > count) throw new InvalidArgumentError('It must be i/n, with i from 1 to n.')
    return { index, count }
  })

export const suite = () =>
  new Option('--suite <name>', `run only this suite, ${suiteNames.join(', ')}; repeatable`).argParser(
    (name, before: SuiteName[] | undefined): SuiteName[] => {
      const known = suiteNames.find((suite) => suite === name)
      if (known === undefined) throw new InvalidArgumentError(`It must be one of ${suiteNames.join(', ')}.`)
      return [...(before ?? []), known]
    },
  )
