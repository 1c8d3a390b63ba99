import type { Command } from './game.ts'
import { ordoCommand, ordoXCommand } from './ordo/command.ts'
import { orthoCommand } from './ortho.ts'
import { ticTacToeCommand } from './tic-tac-toe.ts'

/** All games that have a name. A new game is a new row. The command of `ordo-x` is called `ordoXCommand`. */
export const commands: readonly Command[] = [ticTacToeCommand, orthoCommand, ordoCommand, ordoXCommand]
