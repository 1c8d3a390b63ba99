import { appendFile, fstatSync } from 'node:fs'
import type { Command, Game } from '../../reference/game.ts'
import { UsageError } from '../base/usage-error.ts'
import { toBytes, toText } from '../session/bytes.ts'
import { lineLimit } from '../session/limits.ts'
import { playGame } from './program.ts'

/**
 * Runs a game as a command: prints its help, or an error, or plays it. Sets the exit status.
 * @param args the words after the command's name, possibly with `-h` or `--help`
 */
export async function runCommand(command: Command, args: readonly string[]) {
  const parsed = readArguments(command, args)
  if ('help' in parsed) return write(parsed.help)
  if ('game' in parsed) return play(parsed.game)
  process.stderr.write(`${parsed.error}\n`)
  process.exitCode = parsed.status
}

/**
 * Parses the arguments of a command from the left, as clap does, the parser of the released ORTHO: help is printed when
 * `-h` is reached, unless there is a usage error before it. `-h` may begin a cluster (`-hn`), but does not count after
 * `--`. Values that do not fit together (status 1) do not prevent help.
 */
export function readArguments(command: Command, args: readonly string[]) {
  const end = args.findIndex((arg) => arg === '--' || arg === '--help' || arg.startsWith('-h'))
  if (end === -1 || args[end] === '--') return command.parse(args)
  const before = command.parse(args.slice(0, end))
  return 'error' in before && before.status === 2 ? before : { help: command.usage }
}

/** Plays a game on standard input and output and sets its exit status. */
async function play(game: Game<unknown>) {
  const lines = linesOfInput()
  process.exitCode = await playGame(game, write, async () => (await lines.next()).value ?? null)
  await lines.return(undefined)
}

/**
 * The lines of standard input, without their newlines; the last one may lack its newline. Standard input is closed when
 * the caller stops early.
 * @throws UsageError if it cannot be read, or a line is longer than 64 MiB
 */
export async function* linesOfInput(): AsyncGenerator<string> {
  let line = ''
  process.stdin.setEncoding('latin1')
  try {
    for await (const bytes of process.stdin as AsyncIterable<string>) {
      const [first = '', ...others] = bytes.split('\n')
      line += first
      if (line.length > lineLimit) throw new UsageError('standard input', 'a line is longer than 64 MiB')
      for (const next of others) {
        yield toText(line)
        line = next
      }
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError('standard input', `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (line !== '') yield toText(line)
}

/**
 * Writes to standard output.
 * @returns a promise that is fulfilled when standard output takes more: await it before reading on, so that a slow
 *   reader costs no memory
 */
export const write = (text: string): Promise<void> =>
  new Promise((resolve) => {
    if (process.stdout.write(toBytes(text), 'latin1')) resolve()
    else process.stdout.once('drain', resolve)
  })

/**
 * Ends the process if standard output fails: silently with status 141 if its reader is gone, as SIGPIPE does, otherwise
 * (a full disk) with one line on standard error and status 2. Every command calls it first.
 * @param command the name of the command, for the message
 */
export function watchOutput(command: string) {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const isClosed = code === 'EPIPE' || code === 'ECONNRESET'
    const line = isClosed ? '' : `${command}: standard output: ${message}\n`
    process.stderr.write(line, () => process.exit(isClosed ? 128 + 13 : 2))
  })
  process.stderr.on('error', () => {})

  // Node's stream writes to a file once and ignores a short count, so the last bytes before the disk is full are lost.
  if (fstatSync(1).isFile()) process.stdout._write = (chunk: Buffer, _, done) => appendFile(1, chunk, done)
}
