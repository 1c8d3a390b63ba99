import { findCommand } from '../find/game.ts'
import { run } from '../run.ts'

/** `ninehole play GAME …`: the same as the game's own command. */
export const playVerb = (name: string, args: readonly string[]) => run(findCommand(name), args)
