import type { Game } from '../../../reference/game.ts'
import { memoize } from '../../base/collections.ts'
import { refusedIn } from '../../games/rules.ts'
import { type Answers, type Bytes, toBytes, toText } from '../../session/bytes.ts'

/** The lines to type at a point of a session: of a game, a list of words, or recorded sessions. */
export interface Choices {
  /** Lines that are probably accepted. */
  readonly likely: readonly Bytes[]
  /** Other lines worth trying: refused here, or typed elsewhere. */
  readonly others: readonly Bytes[]
  /** Likely lines that end a session at once; used rarely, or no session would be long. */
  readonly last: readonly Bytes[]
  readonly isOver: boolean
  after(line: Bytes): Choices
}

/** Made once for each game: Ordo X begins with thousands of legal lines. */
export const choicesOfGame = memoize((game: Game<unknown>): Choices => {
  const first = game.open().state
  const endsAtOnce = (line: string) => game.answer(first, line).state === undefined
  const last = first === undefined ? [] : game.legal(first).filter(endsAtOnce).map(toBytes)
  const at = (state: unknown): Choices => ({
    get likely() {
      return state === undefined ? [] : game.legal(state).map(toBytes)
    },
    get others() {
      return state === undefined ? [] : refusedIn(game, state).map(toBytes)
    },
    last,
    isOver: state === undefined,
    after: (line) => at(game.answer(state, toText(line)).state),
  })
  return at(first)
})

/** The same words at every point. */
export function choicesOfWords(words: readonly Bytes[], last: readonly Bytes[] = []): Choices {
  const choices: Choices = { likely: words, others: [], last, isOver: false, after: () => choices }
  return choices
}

/** A point of a recording is known by so many lines before it, at most. */
const longestContext = 3

/** The answers of recorded sessions: those after the same lines are likely, all others are worth trying. */
export function choicesOfRecordings(sessions: readonly Answers[], last: readonly Bytes[] = []): Choices {
  const keyOf = (lines: Answers) => JSON.stringify(lines)
  // `null` stands for the beginning: no line follows the end of input.
  const keyOfBeginning = (lines: Answers) => keyOf([null, ...lines])
  const following = new Map<string, Bytes[]>()
  const add = (key: string, line: Bytes) => {
    const lines = following.get(key)
    if (lines === undefined) following.set(key, [line])
    else lines.push(line)
  }
  for (const session of sessions) {
    for (const [index, line] of session.entries()) {
      if (line === null) continue
      for (let length = 0; length <= Math.min(longestContext, index); length++)
        add(keyOf(session.slice(index - length, index)), line)
      // Of a longer session only the last lines are kept: they may not be its beginning.
      if (index < longestContext) add(keyOfBeginning(session.slice(0, index)), line)
    }
  }
  const others = [...new Set(following.get(keyOf([])))]
  const at = (before: Answers): Choices => {
    const contexts = Array.from({ length: before.length + 1 }, (_, length) => before.slice(length))
    const keys = [keyOfBeginning(before), ...contexts.map(keyOf)]
    const likely = keys.map((key) => following.get(key)).find((lines) => lines !== undefined) ?? []
    return { likely, others, last, isOver: false, after: (line) => at([...before, line].slice(-longestContext)) }
  }
  return at([])
}

export function choicesOfSources(sources: readonly Choices[]): Choices {
  const [only, ...more] = sources
  if (only !== undefined && more.length === 0) return only
  const all = (of: (source: Choices) => readonly Bytes[]) =>
    sources.flatMap((source) => (source.isOver ? [] : of(source)))
  return {
    likely: all(({ likely }) => likely),
    others: all(({ others }) => others),
    get last() {
      return all(({ last }) => last)
    },
    isOver: sources.every(({ isOver }) => isOver),
    after: (line) => choicesOfSources(sources.map((source) => (source.isOver ? source : source.after(line)))),
  }
}
