import { exact, type Game } from '../../../reference/game.ts'
import { mapInSteps } from '../../base/steps.ts'
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
): Generator<void, Suite> {
  const games = yield* inAllOrders(game, yield* cover(game, positions))
  const sessions = yield* withRefusals(game, games, seed, quick)
  const moves = positions.reduce((sum, { moves }) => sum + moves.length, 0)
  return suiteWith('transitions', sessions, `all ${count(moves)} moves`)
}

/**
 * Few games for a first look: the lines that decide a game in every order, and every end after every number of moves, with
 * refusals on the way; all moves where no lines decide a game.
 */
export function* endingsSuite(game: Game<unknown>, options: SuiteOptions): Generator<void, Suite> {
  const { seed = 1, positions = [] } = options
  const games = yield* inAllOrders(game, yield* cover(game, positions))
  const endings = (yield* endingsOf(game, games)).filter((ending) => ending !== undefined)
  const orders = new Set(endings.flatMap(({ orders }) => orders))
  if (orders.size === 0) return yield* transitionsSuite(game, options)
  const chosen = yield* withRefusals(game, fewestWith(endings), seed, true)
  return suiteWith('endings', chosen, `all ${count(orders.size)} orders of winning moves`)
}

/** Chooses few games that show all cases, and each end after each number of moves: again and again the first with the most. */
function fewestWith(endings: readonly Ending[]): Lines[] {
  const casesOf = ({ orders, ways, lines }: Ending) => [...orders, `${ways[0]} ${lines.length}`]
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
export function* sampleSuite(game: Game<unknown>, { moves, quick = false }: SuiteOptions): Generator<void, Suite> {
  return suiteWith('sample', yield* sampleOf(game, [...(moves?.inputs() ?? [])], quick ? 5 : 20))
}

export function* sampleOf(game: Game<unknown>, sessions: readonly Lines[], count: number): Generator<void, Lines[]> {
  const firsts = new Map<string, number>()
  for (const [index, ending] of (yield* endingsOf(game, sessions)).entries())
    for (const name of ending?.ways ?? []) if (!firsts.has(name)) firsts.set(name, index)
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
function* cover(game: Game<unknown>, positions: readonly ExploredPosition[]): Generator<void, Lines[]> {
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

/** A game that was played to its end, and the cases in which a program may be wrong there, by name. */
interface Ending {
  /** The lines up to the end. */
  readonly lines: Lines
  /** The groups of lines that the last line completes, and that decide the game. */
  readonly groups: readonly Lines[]
  /** The last reply, and with each of the groups, whose it says they are. */
  readonly ways: readonly string[]
  /** The groups, each with the order in which its lines were played. */
  readonly orders: readonly string[]
}

/** How a session ends the game; undefined if it does not. */
function endingOf(game: Game<unknown>, session: Lines): Ending | undefined {
  const replies = walk(game, session)
  const [before, last] = replies.slice(-2)
  if (before?.position === undefined || last === undefined || last.position !== undefined) return undefined
  const lines = session.slice(0, replies.length - 1)
  const completed = game.completes?.(before.position.state, toText(lines.at(-1) ?? '')) ?? []
  const groups = completed.map((group) => group.map(toBytes))
  const reply = exact(last.output)
  const ways = [reply, ...groups.map((group) => `${reply} ${group}`)]
  const orders = groups.map((group) => `${reply} ${group} ${lines.filter((line) => group.includes(line))}`)
  return { lines, groups, ways, orders }
}

/** How sessions end the game. */
const endingsOf = (game: Game<unknown>, sessions: readonly Lines[]) =>
  mapInSteps(sessions, sessionsInStep, (lines) => endingOf(game, lines))

/**
 * Adds games that end like others, after as many moves, but whose deciding lines are played in another order.
 * @param games legal lines only, up to the end
 */
function* inAllOrders(game: Game<unknown>, games: readonly Lines[]): Generator<void, Lines[]> {
  const casesOf = ({ orders, lines }: Ending) => orders.map((name) => `${name} ${lines.length}`)
  const seen = new Set<string>()
  /** One game for each number of lines and set of completed groups: others show the same orders. */
  const distinct = new Map<string, Ending>()
  for (const ending of yield* endingsOf(game, games)) {
    if (ending === undefined) continue
    for (const name of casesOf(ending)) seen.add(name)
    distinct.set(JSON.stringify([ending.lines.length, ending.groups]), ending)
  }
  const added: Lines[] = []
  for (const ending of yield* endingsOf(game, [...distinct.values()].flatMap(reordered))) {
    const names = ending ? casesOf(ending).filter((name) => !seen.has(name)) : []
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
