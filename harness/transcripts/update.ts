import { createTwoFilesPatch } from 'diff'
import { writeWhole } from '../games/files.ts'
import type { FoundGame } from '../games/find.ts'
import { openPrograms } from '../run/programs.ts'
import type { Limits } from '../run/script.ts'
import { toReadable } from '../session/bytes.ts'
import { record } from './record.ts'
import { exchanges, formatTranscript, sessionOf, type Transcript } from './transcript.ts'
import { commandOf, promptOf, recordedPlace, waysOf } from './verify.ts'

/** A transcript as it would be recorded now. */
export interface Update {
  /** What would change, as a unified diff. */
  readonly diff: string
  write(): void
}

/**
 * Runs the program of a transcript with the same answers.
 * @throws UsageError if it no longer asks for them
 */
export async function updateOf(transcript: Transcript, games: readonly FoundGame[], limits: Limits): Promise<Update> {
  const { path, comments, command, session, settings } = transcript
  const prompt = promptOf(transcript, games)
  const answered = exchanges(session, prompt, settings.unprompted).slice(0, -1)
  const answers = answered.map(({ answer = null }) => answer)
  const programs = openPrograms(recordedPlace(waysOf(transcript).includes('pty')))
  const words = commandOf(transcript, [], games)
  const recording = await record(programs, words, command, answers.values(), {
    // Before an unprompted answer, the program asks by waiting in silence.
    prompt: settings.unprompted === undefined ? prompt : undefined,
    person: false,
    milliseconds: limits.milliseconds,
  }).finally(programs.close)

  const { status = settings.status } = recording
  const others = comments.filter((comment) => !/^#\s*status:/.test(comment))
  const newComments =
    status === settings.status ? comments : [...others, ...(status === 0 ? [] : [`# status: ${status}`])]
  const now = formatTranscript(newComments, command, sessionOf(recording.exchanges))
  const before = formatTranscript(comments, command, session)
  return {
    diff: createTwoFilesPatch(path, path, toReadable(before), toReadable(now), 'recorded', 'now', { context: 3 }),
    write: () => writeWhole(path, now, true),
  }
}
