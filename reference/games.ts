import type { Command } from './game.ts'
import { ordoCommand, ordoXCommand } from './ordo/command.ts'
import { orthoCommand } from './ortho.ts'
import { ticTacToeCommand } from './tic-tac-toe.ts'

/** Every game that can be asked for by name. A new game is a new row. */
export const commands: readonly Command[] = [ticTacToeCommand, orthoCommand, ordoCommand, ordoXCommand]
