import type { Game } from '../../../reference/game.ts'
import { groupsBy, memoize } from '../../base/collections.ts'
import { refusedIn } from '../../games/rules.ts'
import { type Answers, type Bytes, type Lines, toBytes, toText, withoutEnd } from '../../session/bytes.ts'

/** What may be typed at a point of a session: lines of a game, words, or recorded answers. */
export interface Choices {
  /** Probably accepted. */
  readonly likely: Lines
  /** Worth trying: refused here, or typed elsewhere. */
  readonly others: Lines
  /** Likely, but they end a session at once: used rarely, or no session would be long. */
  readonly last: Lines
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

/** By how many lines before it a point of a recording is known. */
const longestContext = 4

/**
 * Offers the same words at every point; and of the answers of recorded sessions, those after the same lines as likely, all
 * others as worth trying.
 */
export function choicesOfLines(words: Lines, sessions: readonly Answers[] = [], last: Lines = []): Choices {
  /** From the longest down to none, which is anywhere. `null` stands for the beginning. */
  const contextsOf = (before: Answers) => {
    const recent = before.slice(-longestContext)
    return Array.from({ length: recent.length + 1 }, (_, at) => JSON.stringify(recent.slice(at)))
  }
  const following = sessions.flatMap((session) => {
    const lines = withoutEnd(session)
    return lines.flatMap((line, at) => contextsOf([null, ...lines.slice(0, at)]).map((context) => ({ context, line })))
  })
  const groups = groupsBy(following, ({ context }) => context)
  const linesAfter = new Map(groups.map((group) => [group[0].context, group.map(({ line }) => line)]))
  const others = [...new Set(linesAfter.get('[]'))]
  const at = (before: Answers): Choices => {
    const known = contextsOf(before).find((context) => linesAfter.has(context))
    const likely = [...words, ...(linesAfter.get(known ?? '') ?? [])]
    return { likely, others, last, isOver: false, after: (line) => at([...before, line].slice(-longestContext)) }
  }
  return at([null])
}
