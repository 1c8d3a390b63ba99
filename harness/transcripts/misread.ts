import { toReadable } from '../session/bytes.ts'
import type { Outcome } from '../session/compare.ts'
import type { Script } from '../session/session.ts'
import { type Prompt, parsePrompt } from './prompt.ts'
import { answerAt, lastLine, likeAnswersUpTo, type Transcript } from './transcript.ts'

/**
 * Finds out whether a session failed because output was taken for an answer, or an answer for output.
 * @param at the offset of the first differing byte in the recorded session
 * @returns what to do, for the end of a sentence; undefined if the transcript seems to be read correctly
 */
export function whatIsMisread(
  transcript: Transcript,
  script: Script,
  { fault, played: { turns, end }, right }: Outcome,
  prompt: Prompt | undefined,
  at: number,
): string | undefined {
  const { line, session, settings } = transcript
  const last = turns.length - 1
  const { output = '' } = turns[last] ?? {}
  const answer = script.turns[last]?.answer
  const before = session.slice(0, at).split('\n')
  const place = `line ${line + before.length - 1}`
  if (fault === 'early' && typeof answer === 'string' && output.startsWith(`${answer}\n`, right)) {
    const unanswered = [...(settings.unanswered ?? []), likeAnswersUpTo(at, transcript, prompt)].join(' ')
    return `${place} is output that looks like an answer: '# unanswered: ${unanswered}' says so`
  }
  if (prompt === undefined) return undefined
  const question = lastLine(output.slice(0, right))
  const isInLine = question !== '' && /^[^\n]/.test(session.slice(at))
  if (
    !isInLine ||
    answerAt(question, prompt) !== undefined ||
    (fault !== 'output' && fault !== 'short' && end.how !== 'silent')
  )
    return undefined
  const why = `'${toReadable(question)}' in ${place} does not match the prompt ${prompt.source}`
  const free = parsePrompt(prompt.source.replace(/^\^/, ''))
  if ('value' in free && answerAt(question, free.value) === question.length)
    return `${why}, as other output stands before it: leave out the ^`
  return end.how === 'silent' ? `if it asks there: ${why}` : undefined
}
