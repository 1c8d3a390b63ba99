import { findCommand } from '../games/find.ts'
import { run } from '../games/run.ts'

/** `ninehole play GAME …`: the same as the game's own command. */
export const playVerb = async (asked: string, args: readonly string[]) => run(await findCommand(asked), args)
