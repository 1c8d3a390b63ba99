import type { Command } from '../../reference/game.ts'
import { play } from './play.ts'

/** Runs a game as a command: its help, its refusals, or a game on standard input and output. */
export function run(command: Command, args: readonly string[]) {
  if (args.some((arg) => arg === '-h' || arg === '--help')) {
    process.stdout.write(command.usage)
    return
  }
  const parsed = command.parse(args)
  if ('game' in parsed) play(parsed.game)
  else {
    process.stderr.write(`${parsed.error}\n`)
    process.exitCode = parsed.status
  }
}
