import type { FoundGame } from '../games/find.ts'
import { showFailure } from '../report/difference.ts'
import type { Limits } from '../run/script.ts'
import type { Transcript } from './transcript.ts'
import { openVerifier, waysOf } from './verify.ts'

/**
 * Runs a new transcript in every way in which it will be verified.
 * @returns nothing if it replays, otherwise where it first does not, for people
 */
export async function failureOfReplay(
  transcript: Transcript,
  games: readonly FoundGame[],
  terminal: boolean,
  limits: Limits,
) {
  const verifier = openVerifier({ command: [], limits, games })
  try {
    for (const way of terminal ? (['pty'] as const) : waysOf(transcript)) {
      const { verdict, failure } = await verifier.verify(transcript, way)
      if (failure !== null) return `${verdict}, ${way}: ${showFailure(failure)}`
    }
    return undefined
  } finally {
    verifier.close()
  }
}
