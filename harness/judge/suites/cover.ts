import { exact, type Game, type Text } from '../../../reference/game.ts'
import { mapInSteps, type Steps } from '../../base/steps.ts'
import { completeGames, countGames, type ExploredPosition } from '../../games/explore.ts'
import { type Bytes, type Lines, toBytes, toText } from '../../session/bytes.ts'
import { playedOn, walk } from '../../session/script.ts'
import { withRefusals } from './refusals.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

/** So many positions take about 20 ms. */
const positionsInStep = 200
/** So many sessions take about 20 ms. */
const sessionsInStep = 2000

/**
 * Every legal and every refused line in every position; and the lines that decide a game in every order, after every
 * number of moves.
 */
export function* transitionsSuite(
  game: Game<unknown>,
  { seed = 1, quick = false, positions = [] }: SuiteOptions,
): Steps<Suite> {
  const games = yield* inAllOrders(game, yield* cover(game, positions), rowOrderAndMove)
  const sessions = yield* withRefusals(game, games, seed, quick)
  const moves = positions.reduce((sum, { moves }) => sum + moves.length, 0)
  return suiteWith('transitions', sessions, `all ${count(moves)} moves`)
}

/**
 * Few games for a first look: the lines that decide a game in every order, and every end after every number of moves, with
 * refusals on the way; all moves where no lines decide a game.
 */
export function* endingsSuite(game: Game<unknown>, options: SuiteOptions): Steps<Suite> {
  const { seed = 1, positions = [] } = options
  const games = yield* inAllOrders(game, yield* cover(game, positions), rowAndOrder)
  const endings = (yield* endingsOf(game, games)).filter((ending) => ending !== undefined)
  const orders = new Set(endings.flatMap(rowAndOrder))
  if (orders.size === 0) return yield* transitionsSuite(game, options)
  const chosen = yield* withRefusals(game, fewestWith(endings), seed, true)
  return suiteWith('endings', chosen, `all ${count(orders.size)} orders of winning moves`)
}

/** Chooses few games that show all cases, and each end after each number of moves: again and again the first with the most. */
function fewestWith(endings: readonly Ending[]): Lines[] {
  const casesOf = (ending: Ending) => [...rowAndOrder(ending), `${exact(ending.output)} ${ending.lines.length}`]
  let games = [...new Map(endings.map((ending) => [`${casesOf(ending)}`, ending])).values()].map((ending) => ({
    lines: ending.lines,
    missing: casesOf(ending),
  }))
  const chosen: Lines[] = []
  while (games.length > 0) {
    const best = games.reduce((most, game) => (game.missing.length > most.missing.length ? game : most))
    chosen.push(best.lines)
    games = games
      .map(({ lines, missing }) => ({ lines, missing: missing.filter((name) => !best.missing.includes(name)) }))
      .filter(({ missing }) => missing.length > 0)
  }
  return chosen
}

/** A few of all moves: one session for each way to end a game, if these are few, and others at equal distances. */
export function* sampleSuite(game: Game<unknown>, { moves, quick = false }: SuiteOptions): Steps<Suite> {
  return suiteWith('sample', yield* sampleOf(game, [...(moves?.inputs() ?? [])], quick ? 5 : 20))
}

export function* sampleOf(game: Game<unknown>, sessions: readonly Lines[], count: number): Steps<Lines[]> {
  const firsts = new Map<string, number>()
  for (const [index, ending] of (yield* endingsOf(game, sessions)).entries())
    for (const name of ending ? wayToEnd(ending) : []) if (!firsts.has(name)) firsts.set(name, index)
  const ends = [...new Set(firsts.values())].slice(0, count)
  const distance = Math.max(1, Math.floor(sessions.length / (count - ends.length + 1)))
  const others = [...sessions.keys()].filter((index) => index % distance === distance - 1)
  const chosen = new Set([...new Set([...ends, ...others])].slice(0, count))
  return sessions.filter((_, index) => chosen.has(index))
}

/** Every complete game; undefined if there are too many. */
export function gamesSuite(_: Game<unknown>, { positions = [] }: SuiteOptions): Suite | undefined {
  const size = countGames(positions)
  if (size === undefined) return undefined
  return { name: 'games', proves: `all ${count(size)} games`, size, inputs: () => completeGames(positions) }
}

const count = (n: number) => n.toLocaleString('en')

/**
 * Covers all moves with few sessions (those of tic-tac-toe with as few as possible). Each session goes to the first position
 * with an open move, takes open moves while there are any, and then plays to the end, so that programs end by
 * themselves.
 */
function* cover(game: Game<unknown>, positions: readonly ExploredPosition[]): Steps<Lines[]> {
  const linesTo = shortestLines(positions)
  /** The number of moves of each position that are covered: its first ones. */
  const covered = positions.map(() => 0)
  const openMove = (at: number) => positions[at]?.moves[covered[at] ?? 0]

  const sessions: Lines[] = []
  for (const start of positions.keys()) {
    if (start % positionsInStep === positionsInStep - 1) yield
    while (openMove(start) !== undefined) {
      const lines = [...(linesTo[start] ?? [])]
      let at: number | undefined = start
      while (at !== undefined) {
        const move: ExploredPosition['moves'][number] | undefined = openMove(at)
        if (move === undefined) break
        covered[at] = (covered[at] ?? 0) + 1
        lines.push(toBytes(move.line))
        at = move.to
      }
      sessions.push(playedOn(game, lines))
    }
  }
  return sessions
}

function shortestLines(positions: readonly ExploredPosition[]): Lines[] {
  const linesTo: Lines[] = [[]]
  for (const [at, { moves }] of positions.entries()) {
    for (const { line, to } of moves) if (to !== undefined) linesTo[to] ??= [...(linesTo[at] ?? []), toBytes(line)]
  }
  return linesTo
}

/** A game that was played to its end. */
interface Ending {
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

const rowAndOrder: CaseKind = (ending) =>
  named(ending).map(({ name, group }) => `${name} ${ending.lines.filter((line) => group.includes(line))}`)

const rowOrderAndMove: CaseKind = (ending) => rowAndOrder(ending).map((name) => `${name} ${ending.lines.length}`)

const wayToEnd: CaseKind = (ending) => [exact(ending.output), ...named(ending).map(({ name }) => name)]

/** How a session ends the game; undefined if it does not. */
function endingOf(game: Game<unknown>, session: Lines): Ending | undefined {
  const replies = walk(game, session)
  const [before, last] = replies.slice(-2)
  if (before?.position === undefined || last === undefined || last.position !== undefined) return undefined
  const lines = session.slice(0, replies.length - 1)
  const groups = game.completes?.(before.position.state, toText(lines.at(-1) ?? '')) ?? []
  return { lines, output: last.output, groups: groups.map((group) => group.map(toBytes)) }
}

/** How sessions end the game. */
const endingsOf = (game: Game<unknown>, sessions: readonly Lines[]) =>
  mapInSteps(sessions, sessionsInStep, (lines) => endingOf(game, lines))

/**
 * Adds games that end like others, but whose deciding lines are played in another order.
 * @param games legal lines only, up to the end
 * @param kind the cases that the new orders should show
 */
function* inAllOrders(game: Game<unknown>, games: readonly Lines[], kind: CaseKind): Steps<Lines[]> {
  const seen = new Set<string>()
  /** One game for each number of lines and set of completed groups: others show the same orders. */
  const distinct = new Map<string, Ending>()
  for (const ending of yield* endingsOf(game, games)) {
    if (ending === undefined) continue
    for (const name of kind(ending)) seen.add(name)
    distinct.set(JSON.stringify([ending.lines.length, ending.groups]), ending)
  }
  const added: Lines[] = []
  for (const ending of yield* endingsOf(game, [...distinct.values()].flatMap(reordered))) {
    const names = ending ? kind(ending).filter((name) => !seen.has(name)) : []
    // In another order, the game may end earlier.
    if (ending && names.length > 0) added.push(ending.lines)
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
