import { createTwoFilesPatch } from 'diff'
import { writeWhole } from '../games/files.ts'
import type { FoundGame } from '../games/find.ts'
import { openPrograms } from '../run/programs.ts'
import type { Limits } from '../run/script.ts'
import { toReadable } from '../session/bytes.ts'
import { linesOf } from './lines.ts'
import { record } from './record.ts'
import { promptOf } from './script.ts'
import { exchanges, formatTranscript, type Transcript } from './transcript.ts'
import { placeFor, waysOf, wordsOf } from './verify.ts'
import { sessionOf } from './write.ts'

/** A transcript as it would be recorded now. */
export interface Update {
  readonly path: string
  /** What would change, as a unified diff. */
  readonly diff: string
  write(): void
}

/**
 * Asks the program of a transcript what it says now to the same answers.
 * @throws UsageError if it no longer takes them in this order
 */
export async function updateOf(transcript: Transcript, games: readonly FoundGame[], limits: Limits): Promise<Update> {
  const { path, comments, command, session, settings } = transcript
  const prompt = promptOf(transcript, games)
  const answers = exchanges(session, prompt, settings.unprompted).flatMap(({ answer }) =>
    answer === undefined ? [] : [answer],
  )
  const programs = openPrograms(placeFor(waysOf(transcript).includes('pty')))
  // Where there may be no prompt, the program's silence says that it waits.
  const asked = settings.unprompted === undefined ? prompt : undefined
  const options = { prompt: asked, person: false, milliseconds: limits.milliseconds }
  const recording = await record(programs, wordsOf(transcript, [], games), command, linesOf(answers), options).finally(
    programs.close,
  )
  const { status } = recording

  const now = formatTranscript(withStatus(comments, settings.status, status), command, sessionOf(recording))
  const before = formatTranscript(comments, command, session)
  return {
    path,
    diff: createTwoFilesPatch(path, path, toReadable(before), toReadable(now), 'recorded', 'now', { context: 3 }),
    write: () => writeWhole(path, now, true),
  }
}

function withStatus(comments: readonly string[], before: number, now = before): readonly string[] {
  if (now === before) return comments
  const others = comments.filter((comment) => !/^#\s*status:/.test(comment))
  return now === 0 ? others : [...others, `# status: ${now}`]
}
