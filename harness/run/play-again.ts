import { mustHaveRoom } from '../base/files.ts'
import type { Outcome } from '../session/compare.ts'
import { maxFlakes } from '../session/limits.ts'

/**
 * Plays a failed session again. Only a session that fails twice counts, or several that failed once.
 * @param play plays the session alone
 * @param doubts the number of sessions of this program that failed once before, and then passed
 * @returns the second outcome, and the failure that counts; none if the session passed, and few others did so before
 * @throws EnvironmentError if there is no room for temporary files: then the failure is not the program's fault
 */
export async function playAgain(
  first: Outcome,
  play: () => Promise<Outcome>,
  doubts: number,
): Promise<{ again: Outcome; failure?: Outcome }> {
  const again = await play()
  if (again.verdict !== 'AC') {
    mustHaveRoom()
    return { again, failure: again }
  }
  return doubts + 1 < maxFlakes ? { again } : { again, failure: { ...first, verdict: 'FLAKY', again: again.played } }
}
