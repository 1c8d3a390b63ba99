import { type Command, exact, type Game } from '../../reference/game.ts'
import { toBytes, toText } from '../session/bytes.ts'
import { linesOfInput } from './input.ts'
import { write } from './output.ts'

/**
 * Runs a game as a command: prints its help or its refusal, or plays it. Sets the exit status.
 * @param args the words after the command's name; `-h` and `--help` may be among them
 */
export async function runCommand(command: Command, args: readonly string[]) {
  // As in clap, the parser of the released ORTHO, arguments are read from the left and help is printed when it is
  // reached: a usage error before it comes first, what the options mean together (status 1) is looked at later.
  const help = args.findIndex((arg) => arg === '--' || arg === '--help' || arg.startsWith('-h'))
  const asksForHelp = help !== -1 && args[help] !== '--'
  const parsed = command.parse(asksForHelp ? args.slice(0, help) : args)
  if ('error' in parsed && (!asksForHelp || parsed.status === 2)) {
    process.stderr.write(`${parsed.error}\n`)
    process.exitCode = parsed.status
  } else if (asksForHelp) await write(toBytes(command.usage))
  else if ('game' in parsed) await play(parsed.game)
}

/** Plays a game on standard input and output, at a terminal or on a pipe, and sets its exit status. */
async function play(game: Game<unknown>) {
  let reply = game.open()
  await write(toBytes(exact(reply.says)))
  if (reply.state !== undefined) {
    for await (const line of linesAndEnd()) {
      reply = game.answer(reply.state, line)
      await write(toBytes(exact(reply.says)))
      if (reply.state === undefined) break
    }
  }
  process.exitCode = reply.status ?? 0
}

async function* linesAndEnd(): AsyncGenerator<string | null> {
  for await (const line of linesOfInput()) yield toText(line)
  yield null
}
