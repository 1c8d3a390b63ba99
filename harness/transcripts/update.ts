import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { nameOfExit } from '../report/difference.ts'
import { brief, pluralize } from '../report/text.ts'
import type { Place } from '../run/shell.ts'
import type { Answers } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import { answersOf } from '../session/session.ts'
import { gamesFor } from './command.ts'
import type { Recording } from './converse.ts'
import { answersInShort, record, whyUnfit, withSession } from './record.ts'
import { type Transcript, turnsOf } from './transcript.ts'
import { withExamples } from './varies.ts'
import { promptOf } from './verify.ts'

interface RecordedAgain {
  readonly transcript: Transcript
  /** The number of bytes on standard error that the transcript does not mention. */
  readonly unseen: number
}

/**
 * Plays a transcript's program again with the same answers. A line that differs only in its varying places stays.
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
  const isShown = settings.stderr === 'shown'
  const how = { person: false, limits, place, isInTerminal: settings.pty === 'only', isJoined: isShown }
  const now = await record(transcript, games, typed.values(), how)
  mustKeepAnswers(path, typed, now)
  const why = whyUnfit({ ...now, unsent: undefined }, prompt)
  if (why !== undefined) throw new UsageError(path, why)
  const outputs = now.turns.map(({ output }, at) => withExamples(turns[at]?.output ?? '', output, settings.varies))
  const again = { ...now, turns: now.turns.map((turn, at) => ({ ...turn, output: outputs[at] ?? '' })) }
  const unseen = settings.stderr === undefined ? (now.stderr?.length ?? 0) : 0
  return { transcript: withSession(transcript, again, prompt), unseen }
}

/**
 * @param typed the answers of the transcript, which somebody has typed
 * @throws UsageError if some would vanish: the program may be missing, or crash
 */
function mustKeepAnswers(path: string, typed: Answers, recording: Recording) {
  const lost = typed.slice(answersOf(recording).length)
  const { turns, end, stderr = turns.at(-1)?.output } = recording
  if (lost.length === 0 || end.how !== 'exit') return
  const count = `${lost.length.toLocaleString('en')} of ${pluralize(typed.length, 'answer')}`
  const ends = brief(nameOfExit(end.status, stderr))
  throw new UsageError(
    path,
    `not written, as ${count} would vanish (${answersInShort(lost)}): the program ends before, with ${ends}; fix it or its command, or delete these answers first`,
  )
}
