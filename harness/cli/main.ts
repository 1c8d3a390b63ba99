import { type Command, CommanderError } from 'commander'
import { systemCause } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { note, printError } from '../report/output.ts'
import { reportError } from '../report/reporters.ts'
import { withoutOldNames } from './gone.ts'
import { commandLine, lineOf, partsOf, reporterOption } from './verbs.ts'

/**
 * The command line as a function.
 * @param words the words after `ninehole`
 * @returns the exit status: 0 if everything passed, 1 if something failed, 2 for a usage error or an unreadable file,
 *   128 plus the number of the signal that stopped the command
 */
export async function main(words: readonly string[], host: Host): Promise<number> {
  let status = 0
  const program = commandLine(words, host, (exitCode) => {
    status = exitCode
  })
  try {
    if (words.length === 0) program.help({ error: true })
    await program.parseAsync(withoutOldNames(partsOf(words).own), { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const cause = causeOf(error, words)
    const isInternal = error instanceof Error && !(error instanceof UsageError)
    // Commander has already written its messages.
    if (!(error instanceof CommanderError)) {
      if (isInternal && host.env.DEBUG !== undefined) printError(host, `ninehole: internal error: ${error.stack}`)
      else note(host, `${cause.place}: ${cause.why}`)
    }
    if (isJsonAsked(words, program)) reportError(host, cause)
    return 2
  }
}

function causeOf(error: unknown, words: readonly string[]): Pick<UsageError, 'place' | 'why'> {
  if (error instanceof UsageError) return { place: error.place, why: error.why }
  if (error instanceof CommanderError) return { place: words[0] ?? 'ninehole', why: lineOf(error.message, words) }
  return systemCause(error) ?? { place: 'internal error', why: `${error}` }
}

/**
 * True if the verb has a report, and the user wants it as JSON on standard output. Looks at the words themselves:
 * commander may have failed before it read the option.
 */
function isJsonAsked(words: readonly string[], { commands }: Command): boolean {
  const verb = commands.find((command) => command.name() === words[0])
  const { own } = partsOf(words)
  const joined = own.map((word, at) => (word === '--reporter' ? `${word}=${own[at + 1]}` : word))
  return verb?.options.includes(reporterOption) === true && joined.includes('--reporter=json')
}
