import type { Game } from '../../../reference/game.ts'
import type { Steps } from '../../base/steps.ts'
import { repliesTo } from '../../games/explore.ts'
import { toBytes } from '../../session/bytes.ts'
import { type CaseKind, casesIn } from './cases.ts'

/**
 * Adds games that end like others, but whose deciding lines are played in another order.
 * @param kind the cases that the new orders should show
 */
export function* inAllOrders(
  game: Game<unknown>,
  games: readonly (readonly string[])[],
  kind: CaseKind,
): Steps<string[][]> {
  const seen = new Set((yield* casesIn(game, games.map(bytesOf), kind)).keys())
  const variants = distinctEndings(game, games).flatMap(reordered)
  const added: string[][] = []
  for (const [name, index] of yield* casesIn(game, variants.map(bytesOf), kind)) {
    if (seen.has(name)) continue
    const lines = untilEnd(game, variants[index] ?? [])
    added.push(lines)
    for (const shown of (yield* casesIn(game, [bytesOf(lines)], kind)).keys()) seen.add(shown)
  }
  return [...games.map((lines) => [...lines]), ...added]
}

const bytesOf = (lines: readonly string[]) => lines.map(toBytes)

/** A game, and the groups of lines that its last line completes. */
interface Ending {
  readonly lines: readonly string[]
  readonly groups: readonly (readonly string[])[]
}

/** One game for each number of lines and set of completed groups: others show the same orders. */
function distinctEndings(game: Game<unknown>, games: readonly (readonly string[])[]): Ending[] {
  const endings = games.map((lines) => ({ lines, groups: groupsOf(game, lines) }))
  return [...new Map(endings.map((ending) => [JSON.stringify([ending.lines.length, ending.groups]), ending])).values()]
}

/** A game with each deciding group of lines in all orders. */
function reordered({ lines, groups }: Ending): string[][] {
  return groups.flatMap((group) =>
    permutations(group).map((order) => {
      const rest = [...order]
      return lines.map((line) => (group.includes(line) ? (rest.shift() ?? line) : line))
    }),
  )
}

/** The groups that the last line of a game completes. */
function groupsOf(game: Game<unknown>, lines: readonly string[]): string[][] {
  const { state } = repliesTo(game, lines.slice(0, -1)).at(-1) ?? {}
  return game.completes?.(state, lines.at(-1) ?? '') ?? []
}

const permutations = (items: readonly string[]): string[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]))

/** The lines up to the end of the game, which may come earlier in another order. */
const untilEnd = (game: Game<unknown>, lines: readonly string[]): string[] =>
  lines.slice(0, repliesTo(game, lines).length - 1)
