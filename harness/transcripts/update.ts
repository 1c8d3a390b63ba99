import { differencesIn } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import type { Place } from '../run/shell.ts'
import { type Bytes, toReadable } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import { answersOf, shownOf } from '../session/session.ts'
import { gamesFor } from './games.ts'
import { isComplete, type Recording, record, whyStopped, withSession } from './record.ts'
import { stderrIsShown, withSetting } from './replay.ts'
import { formatTranscript, type Transcript, turnsIn } from './transcript.ts'
import { promptOf } from './verify.ts'

/**
 * Plays a transcript's program again with the same answers. If the transcript does not mention standard error but the program
 * writes some, it is played with standard error shown as well, and the session that keeps more lines counts.
 * @param place the place where the program runs
 * @returns the transcript as it would be recorded now
 * @throws UsageError if the program cannot be played, or what it says now would read as another session
 */
export async function recordAgain(transcript: Transcript, known: readonly FoundGame[], limits: Limits, place: Place) {
  const { path, settings } = transcript
  const games = await gamesFor(transcript, known)
  const prompt = promptOf(transcript, games)
  const turns = turnsIn(transcript.session, prompt, settings.unprompted)
  const options = { person: false, limits, place, isInTerminal: settings.pty === 'only' }
  const play = (isJoined: boolean) => record(transcript, games, answersOf({ turns }).values(), { ...options, isJoined })
  const apart = await play(settings.stderr === 'shown')
  if (settings.stderr === undefined && apart.stderr !== undefined) {
    const shown = await play(true)
    const isNearer = kept(transcript, shown) > kept(transcript, apart)
    if (isComplete(shown) && isNearer) return replaced(withSetting(transcript, stderrIsShown), games, shown)
  }
  if (!isComplete(apart)) throw new UsageError(path, whyStopped(apart, prompt))
  return replaced(transcript, games, apart)
}

/** The transcript with another session. */
const replaced = (transcript: Transcript, games: readonly FoundGame[], recording: Recording) =>
  formatTranscript(withSession(transcript, recording, promptOf(transcript, games)))

/** The number of lines of a session that stay. */
const kept = ({ session }: { readonly session: Bytes }, recording: Recording) =>
  differencesIn(toReadable(session), toReadable(shownOf(recording)))
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { count }) => sum + count, 0)
