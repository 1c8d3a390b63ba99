import { findCommand } from '../find/game.ts'
import { run } from '../run.ts'

/** `ninehole play GAME …`: the same as the game's own command. */
export const playVerb = async (asked: string, args: readonly string[]) => run(await findCommand(asked), args)
