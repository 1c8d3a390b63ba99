import type { Game } from '../../reference/game.ts'
import { repliesTo } from '../games/explore.ts'
import { refusedIn, rulesIn } from '../games/rules.ts'
import { type Lines, toBytes, toText } from '../session/bytes.ts'

/** The most sessions to play. */
const mostCandidates = 20
/** The number of legal lines, and of refused lines, to try in a position. */
const ofEach = 10

/** The number of rules that a reader of a session has to know. */
export const ruleCount = (game: Game<unknown> | undefined, lines: Lines): number =>
  game === undefined ? 0 : rulesIn(game, lines.map(toText)).size

/**
 * Looks for a failing session of the same length that obeys fewer rules, by replacing one line.
 * @param fails called once for each candidate
 */
export async function withFewerRules(
  game: Game<unknown> | undefined,
  lines: Lines,
  fails: (lines: Lines) => Promise<boolean>,
): Promise<Lines> {
  if (game?.rules === undefined) return lines
  const most = ruleCount(game, lines)
  const candidates = neighbours(game, lines)
    .map((lines) => ({ lines, count: ruleCount(game, lines) }))
    .filter(({ count }) => count < most)
    .sort((a, b) => a.count - b.count)
  for (const { lines } of candidates.slice(0, mostCandidates)) if (await fails(lines)) return lines
  return lines
}

/** The sessions with one line replaced by a legal or refused one. */
function neighbours(game: Game<unknown>, lines: Lines): Lines[] {
  return repliesTo(game, lines.map(toText))
    .slice(0, lines.length)
    .flatMap(({ state }, index) => {
      if (state === undefined) return []
      const others = [...game.legal(state).slice(0, ofEach), ...refusedIn(game, state).slice(0, ofEach)]
      return others.map((other) => lines.with(index, toBytes(other)))
    })
}
