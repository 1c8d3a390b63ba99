import { exact, type Game, type Text } from '../../../reference/game.ts'
import type { Steps } from '../../base/steps.ts'
import { type Bytes, type Lines, toBytes, toText } from '../../session/bytes.ts'
import { walk } from '../../session/script.ts'

/** A game that was played to its end. */
export interface Ending {
  /** The lines up to the end. */
  readonly lines: Lines
  /** The last reply. */
  readonly output: Text
  /** The groups of lines that the last line completes, and that decide the game. */
  readonly groups: readonly Lines[]
}

/** Names the cases of a kind that an end shows, in each of which a program may be wrong: none, one or several. */
type CaseKind = (ending: Ending) => readonly string[]

/** The completed groups, each named by the reply, which says whose it is, and by its lines. */
const named = ({ groups, output }: Ending) => groups.map((group) => ({ group, name: `${exact(output)} ${group}` }))

export const rowAndOrder: CaseKind = (ending) =>
  named(ending).map(({ name, group }) => `${name} ${ending.lines.filter((line) => group.includes(line))}`)

export const rowOrderAndMove: CaseKind = (ending) => rowAndOrder(ending).map((name) => `${name} ${ending.lines.length}`)

export const wayToEnd: CaseKind = (ending) => [exact(ending.output), ...named(ending).map(({ name }) => name)]

/** How a session ends the game; undefined if it does not. */
function endingOf(game: Game<unknown>, session: Lines): Ending | undefined {
  const replies = walk(game, session)
  const [before, last] = replies.slice(-2)
  if (before?.position === undefined || last === undefined || last.position !== undefined) return undefined
  const lines = session.slice(0, replies.length - 1)
  const groups = game.completes?.(before.position.state, toText(lines.at(-1) ?? '')) ?? []
  return { lines, output: last.output, groups: groups.map((group) => group.map(toBytes)) }
}

/** So many take about 20 ms. */
const sessionsInStep = 2000

/** How sessions end the game, each with its index; not those that do not. */
export function* endingsOf(game: Game<unknown>, sessions: readonly Lines[]): Steps<Map<number, Ending>> {
  const endings = new Map<number, Ending>()
  for (const [index, lines] of sessions.entries()) {
    const ending = endingOf(game, lines)
    if (ending !== undefined) endings.set(index, ending)
    if (index % sessionsInStep === sessionsInStep - 1) yield
  }
  return endings
}

/** The cases of a kind in sessions, each with the index of its first session. */
export function* casesIn(game: Game<unknown>, sessions: readonly Lines[], kind: CaseKind): Steps<Map<string, number>> {
  const cases = new Map<string, number>()
  for (const [index, ending] of yield* endingsOf(game, sessions))
    for (const name of kind(ending)) if (!cases.has(name)) cases.set(name, index)
  return cases
}

/**
 * Adds games that end like others, but whose deciding lines are played in another order.
 * @param games legal lines only, up to the end
 * @param kind the cases that the new orders should show
 */
export function* inAllOrders(game: Game<unknown>, games: readonly Lines[], kind: CaseKind): Steps<Lines[]> {
  const seen = new Set<string>()
  /** One game for each number of lines and set of completed groups: others show the same orders. */
  const distinct = new Map<string, Ending>()
  for (const ending of (yield* endingsOf(game, games)).values()) {
    for (const name of kind(ending)) seen.add(name)
    if (ending.groups.length > 0) distinct.set(JSON.stringify([ending.lines.length, ending.groups]), ending)
  }
  const added: Lines[] = []
  for (const ending of (yield* endingsOf(game, [...distinct.values()].flatMap(reordered))).values()) {
    const names = kind(ending)
    // In another order, the game may end earlier.
    if (!names.every((name) => seen.has(name))) added.push(ending.lines)
    for (const name of names) seen.add(name)
  }
  return [...games, ...added]
}

/** A game with each deciding group of lines in all orders. */
const reordered = ({ lines, groups }: Ending): Lines[] =>
  groups.flatMap((group) =>
    permutations(group).map((order) => {
      const rest = [...order]
      return lines.map((line) => (group.includes(line) ? (rest.shift() ?? line) : line))
    }),
  )

const permutations = (items: Lines): Bytes[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]))
