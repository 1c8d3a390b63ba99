import { CommanderError } from 'commander'
import { systemCause } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { note, printError } from '../report/output.ts'
import { reportError } from '../report/reporters.ts'
import { withoutOldNames } from './gone.ts'
import { commandLine } from './verbs.ts'

/**
 * The command line as a function.
 * @param words the words after `ninehole`
 * @returns the exit status: 0 if everything passed, 1 if something failed, 2 for a usage error or an unreadable file,
 *   128 plus the number of the signal that stopped the command
 */
export async function main(words: readonly string[], host: Host): Promise<number> {
  const dashes = words.includes('--') ? words.slice(words.indexOf('--')) : []
  const own = words.slice(0, words.length - dashes.length)
  let status = 0
  const program = commandLine(dashes, host, (exitStatus) => {
    status = exitStatus
  })
  if (own.length === 0) {
    program.outputHelp({ error: true })
    return 2
  }
  try {
    await program.parseAsync(withoutOldNames(own), { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const cause = causeOf(error, own)
    const isInternal = cause.place === 'internal error' && error instanceof Error
    if (error instanceof CommanderError) note(host, cause.why)
    else if (isInternal && host.env.DEBUG !== undefined) printError(host, `ninehole: internal error: ${error.stack}`)
    else note(host, `${cause.place}: ${cause.why}`)
    // The words themselves: commander may have failed before it read the option. The JSON of sizes is no report.
    if (own[0] !== 'sizes' && / --reporter[ =]json /.test(`${own.join(' ')} `)) reportError(host, cause)
    return 2
  }
}

function causeOf(error: unknown, [verb = '']: readonly string[]): Pick<UsageError, 'place' | 'why'> {
  if (error instanceof UsageError) {
    const isCommand = verb === 'fuzz' && error.why.startsWith('no such game')
    return { place: error.place, why: isCommand ? `${error.why} (${follows})` : error.why }
  }
  if (!(error instanceof CommanderError)) return systemCause(error) ?? { place: 'internal error', why: `${error}` }
  const line = error.message.replace('error: ', '').replace('\n(Did', ' (did').trim()
  // A wrong argument of `record` may be of a command without `--`, and the game of `fuzz` its first word.
  const mayBeCommand = verb === 'record' && /^too many arguments|^missing required|^unknown option '[^']*'$/.test(line)
  return { place: verb, why: mayBeCommand ? `${line} (${follows})` : line }
}

const follows = 'a command follows --'
