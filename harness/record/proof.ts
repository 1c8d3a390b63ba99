import { hold, type Limits } from '../drive/hold.ts'
import { holdInPty } from '../drive/pty-hold.ts'
import type { FoundGame } from '../find/game.ts'
import type { Transcript } from '../find/transcript.ts'
import { differenceOf, showDifference } from '../report/difference.ts'
import { scriptOfTranscript } from '../script.ts'
import { demand, programOf, promptOf, verifyInputs } from '../verify.ts'

/**
 * Holds a new transcript in every way in which it will be verified.
 * @returns nothing if it replays, otherwise where it first does not, for people
 */
export async function failureOfReplay(
  transcript: Transcript,
  games: readonly FoundGame[],
  terminal: boolean,
  limits: Limits,
) {
  const script = scriptOfTranscript(transcript, promptOf(transcript, games))
  const program = programOf(transcript, [], games)
  for (const input of terminal ? (['terminal'] as const) : verifyInputs) {
    const held =
      input === 'terminal' ? await holdInPty(program, script, limits) : await hold(program, script, input, limits)
    const outcome = demand(held, script, transcript)
    if (outcome.verdict === 'AC') continue
    return `${outcome.verdict}, ${input}: ${showDifference(differenceOf(script, outcome), process.stdout.columns ?? 80)}`
  }
  return undefined
}
