import { differencesIn } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { nameOfExit } from '../report/difference.ts'
import { brief, pluralize } from '../report/text.ts'
import type { Place } from '../run/shell.ts'
import { type Answers, type Bytes, toReadable } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import { answersOf, shownOf } from '../session/session.ts'
import { gamesFor } from './games.ts'
import type { Prompt } from './prompt.ts'
import { answersInShort, isComplete, type Recording, record, whyStopped, withSession } from './record.ts'
import { stderrIsShown } from './replay.ts'
import { type Transcript, turnsOf, withSetting } from './transcript.ts'
import { withExamples } from './varies.ts'
import { promptOf } from './verify.ts'

export interface RecordedAgain {
  readonly transcript: Transcript
  /** The number of bytes on standard error that the transcript does not mention. */
  readonly unseen: number
}

/**
 * Plays a transcript's program again with the same answers. If the program writes to standard error, and the transcript
 * does not mention that, also plays it with standard error shown, and takes the session that keeps more lines, or else
 * loses fewer. A line that differs only in its varying places stays.
 * @param place where the program runs
 * @throws UsageError if the program cannot be played, an answer would vanish, or the output would read as another
 *   session
 */
export async function recordAgain(
  transcript: Transcript,
  known: readonly FoundGame[],
  limits: Limits,
  place: Place,
): Promise<RecordedAgain> {
  const { path, settings } = transcript
  const games = await gamesFor(transcript, known, place.sandbox === undefined, place.cwd)
  const prompt = promptOf(transcript, games)
  const turns = turnsOf(transcript, prompt)
  const typed = answersOf({ turns })
  const options = { person: false, limits, place, isInTerminal: settings.pty === 'only' }
  const play = async (isJoined: boolean): Promise<Recording> => {
    const now = await record(transcript, games, typed.values(), { ...options, isJoined })
    const output = (text: Bytes, turn: number) => withExamples(turns[turn]?.output ?? '', text, settings.varies)
    return { ...now, turns: now.turns.map((turn, index) => ({ ...turn, output: output(turn.output, index) })) }
  }
  const apart = await play(settings.stderr === 'shown')
  const unseen = settings.stderr === undefined ? (apart.stderr?.length ?? 0) : 0
  if (unseen > 0) {
    const joined = await play(true)
    if (isComplete(joined) && isNearer(transcript, joined, apart))
      return { transcript: replaced(withSetting(transcript, stderrIsShown), prompt, typed, joined), unseen: 0 }
  }
  // Unsent answers are no error here: `replaced` reports them.
  if (!isComplete({ ...apart, unsent: undefined }))
    throw new UsageError(path, whyStopped({ ...apart, isAsking: false }, prompt))
  return { transcript: replaced(transcript, prompt, typed, apart), unseen }
}

/**
 * The transcript with another session.
 * @param typed the answers of the present one
 * @throws UsageError if answers would vanish, which somebody has typed: the program may be missing, or crash
 */
function replaced(
  transcript: Transcript,
  prompt: Prompt | undefined,
  typed: Answers,
  recording: Recording,
): Transcript {
  const lost = typed.slice(answersOf(recording).length)
  if (lost.length === 0) return withSession(transcript, recording, prompt)
  const count = `${lost.length.toLocaleString('en')} of ${pluralize(typed.length, 'answer')}`
  const { turns, end, stderr = turns.at(-1)?.output } = recording
  const ends = end.how === 'exit' ? brief(nameOfExit(end.status, stderr)) : 'no more prompts'
  const remedy = 'fix it or its command, or delete these answers first'
  throw new UsageError(
    transcript.path,
    `not written, as ${count} would vanish (${answersInShort(lost)}): the program ends before, with ${ends}; ${remedy}`,
  )
}

function isNearer(transcript: Transcript, one: Recording, other: Recording): boolean {
  const [mine, others] = [linesOf(transcript, one), linesOf(transcript, other)]
  return mine.kept === others.kept ? mine.lost < others.lost : mine.kept > others.kept
}

/** How many lines of a session a recording keeps, and how many it loses without new ones in their place. */
function linesOf({ session }: Transcript, recording: Recording) {
  const parts = differencesIn(toReadable(session), toReadable(shownOf(recording)))
  let [kept, lost] = [0, 0]
  for (const [index, { added, removed, count }] of parts.entries()) {
    if (!added && !removed) kept += count
    const isReplaced = parts[index - 1]?.added || parts[index + 1]?.added
    if (removed && !isReplaced) lost += count
  }
  return { kept, lost }
}
