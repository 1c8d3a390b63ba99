import type { Command } from './game.ts'
import { ordoCommand, ordoXCommand } from './ordo/command.ts'
import { orthoCommand } from './ortho.ts'
import { ticTacToeCommand } from './tic-tac-toe.ts'

/** All games that have a name. A new game is a new row. */
export const commands: readonly Command[] = [ticTacToeCommand, orthoCommand, ordoCommand, ordoXCommand]

/** The file and the export of each command: `ninehole sizes` compiles it from there. */
export const sources: Readonly<Record<string, readonly [file: string, exported: string]>> = {
  'tic-tac-toe': ['tic-tac-toe.ts', 'ticTacToeCommand'],
  ortho: ['ortho.ts', 'orthoCommand'],
  ordo: ['ordo/command.ts', 'ordoCommand'],
  'ordo-x': ['ordo/command.ts', 'ordoXCommand'],
}
