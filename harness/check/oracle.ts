import type { Game } from '../../reference/game.ts'
import type { Answers } from '../session/bytes.ts'
import { stderrInTerminal } from '../session/compare.ts'
import { isInLockStep, playedToEnd, scriptOf, type Way } from '../session/script.ts'
import type { Expected, Script } from '../session/session.ts'

/** Says what is right: a game, a recorded session or a trusted command. */
export interface Oracle {
  /** For reports: a game with its options, or a command. */
  readonly name: string
  readonly game?: Game<unknown>
  /** Returns the right session with this input, by default in lock-step. If all is sent at once, it goes on to its end. */
  script(input: Answers, way?: Way): Script | Promise<Script>
  /**
   * Plays a session again; absent if the oracle always says the same.
   * @throws UsageError if the session differs from the first one
   */
  mustRepeat?(input: Answers): Promise<void>
}

export const gameOracle = (game: Game<unknown>, name = game.name): Oracle => ({
  name,
  game,
  script(input, way = 'interactive') {
    const script = scriptOf(game, isInLockStep(way) ? input : playedToEnd(game, input))
    const isCut = script.end.how === 'cut'
    if (isCut && !isInLockStep(way)) return endingWith(script, null)
    if (isCut || way !== 'pty') return script
    // A program may end with an error, which a terminal mixes into the output.
    return endingWith(script, [script.turns.at(-1)?.output ?? '', stderrInTerminal].flat())
  },
})

const endingWith = (script: Script, output: Expected | null): Script => ({
  ...script,
  turns: script.turns.with(-1, { output }),
})
