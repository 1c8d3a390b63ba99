import { type Command, exact, type Game } from '../../reference/game.ts'
import { toBytes, toText } from '../session/bytes.ts'
import { linesOfInput } from './input.ts'
import { write } from './output.ts'

/**
 * Runs a game as a command: prints its help or its refusal, or plays it. Sets the exit status.
 * @param args the words after the command's name; `-h` and `--help` may be among them
 */
export async function runCommand(command: Command, args: readonly string[]) {
  const asked = readArguments(command, args)
  if ('help' in asked) return write(toBytes(asked.help))
  if ('game' in asked) return play(asked.game)
  process.stderr.write(`${asked.error}\n`)
  process.exitCode = asked.status
}

/**
 * What the arguments of a command ask for. As in clap, the parser of the released ORTHO, they are read from the left:
 * help is printed when `-h` is reached, unless there was a usage error before it. `-h` may begin a cluster (`-hn`), but
 * does not count after `--`. What is wrong with the values together (status 1) does not keep help from being printed.
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

/** Plays a game on standard input and output, at a terminal or on a pipe, and sets its exit status. */
async function play(game: Game<unknown>) {
  let reply = game.open()
  await write(toBytes(exact(reply.output)))
  if (reply.state !== undefined) {
    for await (const line of linesAndEnd()) {
      reply = game.answer(reply.state, line)
      await write(toBytes(exact(reply.output)))
      if (reply.state === undefined) break
    }
  }
  process.exitCode = reply.status ?? 0
}

async function* linesAndEnd(): AsyncGenerator<string | null> {
  for await (const line of linesOfInput()) yield toText(line)
  yield null
}
