import type { Command } from './game.ts'
import { ordoCommand, ordoXCommand } from './ordo/command.ts'
import { orthoCommand } from './ortho.ts'
import { ticTacToeCommand } from './tic-tac-toe.ts'

/** All games that have a name. A new game is a new row here and below. */
export const commands: readonly Command[] = [ticTacToeCommand, orthoCommand, ordoCommand, ordoXCommand]

/** Code that exports the command of one game only, for a bundle of it. */
export const sources: Readonly<Record<string, string>> = {
  'tic-tac-toe': "export { ticTacToeCommand } from './tic-tac-toe.ts'",
  ortho: "export { orthoCommand } from './ortho.ts'",
  ordo: "export { ordoCommand } from './ordo/command.ts'",
  'ordo-x': "export { ordoXCommand } from './ordo/command.ts'",
}
