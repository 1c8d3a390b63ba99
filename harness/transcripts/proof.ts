import type { FoundGame } from '../games/find.ts'
import { showFailure } from '../report/difference.ts'
import type { Limits } from '../run/hold.ts'
import type { Transcript } from './transcript.ts'
import { verify, waysOf } from './verify.ts'

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
  for (const way of terminal ? (['pty'] as const) : waysOf(transcript)) {
    const { verdict, failure } = await verify(transcript, { command: [], way, limits, games })
    if (failure !== null) return `${verdict}, ${way}: ${showFailure(failure, process.stdout.columns ?? 80)}`
  }
  return undefined
}
