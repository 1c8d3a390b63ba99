import { type Command, exact, type Game } from '../../reference/game.ts'
import { linesOfInput, write } from './stdio.ts'

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
export function readArguments(
  command: Command,
  args: readonly string[],
): { readonly help: string } | ReturnType<Command['parse']> {
  const end = args.findIndex((arg) => arg === '--' || arg === '--help' || arg.startsWith('-h'))
  if (end === -1 || args[end] === '--') return command.parse(args)
  const before = command.parse(args.slice(0, end))
  return 'error' in before && before.status === 2 ? before : { help: command.usage }
}

/** Plays a game on standard input and output and sets its exit status. */
async function play(game: Game<unknown>) {
  let reply = game.open()
  await write(exact(reply.output))
  if (reply.state !== undefined) {
    for await (const line of linesAndEnd()) {
      reply = game.answer(reply.state, line)
      await write(exact(reply.output))
      if (reply.state === undefined) break
    }
  }
  process.exitCode = reply.status ?? 0
}

async function* linesAndEnd(): AsyncGenerator<string | null> {
  yield* linesOfInput()
  yield null
}
