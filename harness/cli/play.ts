import { findCommand } from '../games/find.ts'
import { runCommand } from '../games/play.ts'

/** `ninehole play GAME …`: the same as the game's own command. */
export const playVerb = async (asked: string, args: readonly string[]) => runCommand(await findCommand(asked), args)
