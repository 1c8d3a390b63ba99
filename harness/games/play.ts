import { type Command, exact, type Game } from '../../reference/game.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { toBytes, toText } from '../session/bytes.ts'

/** Bytes of the longest line that a game reads. */
const lineLimit = 64 * 1024 * 1024

/**
 * Prints help or an error, or plays. Parses arguments from the left, like clap, the parser of the released ORTHO: `-h` prints
 * help, unless a usage error comes before it. `-h` may begin a cluster (`-hn`), but does not count after `--`. Values that do
 * not fit together (status 1, found once all arguments are read) do not prevent help.
 * @returns the exit status
 */
export async function runCommand(command: Command, args: readonly string[], host: Host): Promise<number> {
  const end = args.findIndex((arg) => arg === '--' || arg === '--help' || arg.startsWith('-h'))
  const asksHelp = end !== -1 && args[end] !== '--'
  const parsed = command.parse(asksHelp ? args.slice(0, end) : args)
  if (asksHelp && !('error' in parsed && parsed.status === 2)) {
    await writeText(host.stdout, command.usage)
    return 0
  }
  if ('game' in parsed) return play(parsed.game, host)
  host.stderr.write(`${parsed.error}\n`)
  return parsed.status
}

async function play(game: Game<unknown>, { stdin, stdout }: Host): Promise<number> {
  const lines = readLines(stdin)
  let reply = game.open()
  await writeText(stdout, exact(reply.output))
  while (reply.state !== undefined) {
    reply = game.answer(reply.state, (await lines.next()).value ?? null)
    await writeText(stdout, exact(reply.output))
  }
  await lines.return(undefined)
  return reply.status ?? 0
}

/**
 * Reads lines, without newlines; the last may have none. Closes standard input if the caller stops early.
 * @throws UsageError if standard input cannot be read, or a line is longer than 64 MiB
 */
export async function* readLines(input: Host['stdin']): AsyncGenerator<string> {
  let line = ''
  input.setEncoding('latin1')
  try {
    for await (const bytes of input as AsyncIterable<string>) {
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

/** Await it before reading on, so that a slow reader costs no memory. */
export const writeText = (output: Host['stdout'], text: string): Promise<void> =>
  new Promise((resolve) => {
    if (output.write(toBytes(text), 'latin1')) resolve()
    else output.once('drain', resolve)
  })
