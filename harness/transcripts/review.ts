import { createHash } from 'node:crypto'
import { groupsBy } from '../base/groups.ts'
import { differencesIn } from '../base/lines.ts'
import type { Bytes } from '../session/bytes.ts'
import { echoOf } from '../session/session.ts'
import { type Compare, isEqual } from './loosen.ts'
import type { Prompt } from './prompt.ts'
import { formatTranscript, isCutOff, lastLine, type Transcript, turnsOf } from './transcript.ts'

/** Lines of a transcript that its program writes differently now. */
export interface Difference {
  readonly path: string
  /** The lines before the difference in its turn, from the prompt and the answer on. */
  readonly before: Bytes
  readonly expected: Bytes
  readonly actual: Bytes
}

/** Equal differences, in one transcript or several, about which a person is asked once. */
export interface Group {
  /** A hash of the lines: the same in every run. */
  readonly id: string
  readonly differences: readonly Difference[]
}

export const groupsOf = (differences: readonly Difference[]): Group[] =>
  groupsBy(differences, idOf).map((equal) => ({ id: idOf(equal[0]), differences: equal }))

const idOf = ({ expected, actual }: Difference) =>
  createHash('sha256')
    .update(JSON.stringify([expected, actual]))
    .digest('hex')
    .slice(0, 10)

/** A transcript, and its differences from the program's present output. Each can be accepted. */
export class Revision {
  readonly path: string
  differences: readonly Difference[]
  #parts: readonly (Bytes | Difference)[]

  constructor(transcript: Transcript, now: Transcript, prompt: Prompt | undefined) {
    this.path = transcript.path
    this.#parts = partsOf(transcript, now, prompt)
    this.differences = this.#parts.filter((part) => typeof part !== 'string')
  }

  accept(accepted: readonly Difference[]) {
    this.#parts = this.#parts.map((part) => (typeof part !== 'string' && accepted.includes(part) ? part.actual : part))
    this.differences = this.differences.filter((difference) => !accepted.includes(difference))
  }

  get text(): Bytes {
    return this.#parts.map(textOf).join('')
  }

  lineOf(difference: Difference): number {
    const before = this.#parts.slice(0, this.#parts.indexOf(difference)).map(textOf)
    return before.join('').split('\n').length
  }
}

const textOf = (part: Bytes | Difference) => (typeof part === 'string' ? part : part.expected)

/** Compares two sessions with the same answers, turn by turn, so that no text of a turn is matched with another turn. */
function partsOf(recorded: Transcript, now: Transcript, prompt: Prompt | undefined): (Bytes | Difference)[] {
  const [old, actual] = [recorded, now].map((transcript) => textsOf(transcript, prompt)) as [Bytes[], Bytes[]]
  const turns = Math.min(old.length, actual.length)
  const { compare = 'exact' } = recorded.settings
  const hasEnd = !isCutOff([{ output: old.at(-1) ?? '' }], prompt, recorded.settings)
  return Array.from({ length: turns }).flatMap((_, turn) => {
    // If one session is shorter, the rest of the other belongs to the last turn.
    const isLast = turn === turns - 1
    const textIn = (texts: readonly Bytes[]) => texts.slice(turn, isLast ? undefined : turn + 1).join('')
    const place = { path: recorded.path, before: lastLine(old[turn - 1] ?? '') }
    return partsOfTurn(place, textIn(old), textIn(actual), { compare, last: isLast && hasEnd })
  })
}

/** The comments and the command, then each turn with the answer before it. */
function textsOf(transcript: Transcript, prompt: Prompt | undefined): Bytes[] {
  const turns = turnsOf(transcript, prompt)
  const texts = turns.map(({ output }, index) => echoOf(turns[index - 1]?.answer) + output)
  return [formatTranscript({ ...transcript, session: '' }), ...texts]
}

/**
 * @param place the file, and the prompt of the turn
 * @param last true if the recording ends with the turn
 */
function partsOfTurn(
  { path, before: prompt }: { readonly path: string; readonly before: Bytes },
  recorded: Bytes,
  now: Bytes,
  { compare, last }: { readonly compare: Compare; readonly last: boolean },
): (Bytes | Difference)[] {
  const parts: (Bytes | Difference)[] = []
  let [before, expected, actual] = [prompt, '', '']
  const endDifference = (isEnd: boolean) => {
    const isSame = isEqual(expected, actual, compare, isEnd && last)
    parts.push(isSame ? expected : { path, before, expected, actual })
    before += expected
    expected = actual = ''
  }
  for (const { value, added, removed } of differencesIn(recorded, now)) {
    if (removed) expected += value
    else if (added) actual += value
    else {
      if (expected + actual !== '') endDifference(false)
      parts.push(value)
      before += value
    }
  }
  if (expected + actual !== '') endDifference(true)
  return parts
}
