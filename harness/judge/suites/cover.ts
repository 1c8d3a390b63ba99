import { exact, type Game } from '../../../reference/game.ts'
import { mapInSteps } from '../../base/steps.ts'
import { completeGames, countGames, type ExploredPosition } from '../../games/explore.ts'
import { type Bytes, type Lines, toBytes, toText } from '../../session/bytes.ts'
import { playedToEnd, repliesTo } from '../../session/script.ts'
import { withRefusals } from './refusals.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

/** So many positions take about 20 ms. */
const positionsInStep = 200
/** So many sessions take about 20 ms. */
const sessionsInStep = 2000

/** Every legal and every refused line in every position; and the lines that decide a game in every order. */
export function* transitionsSuite(
  game: Game<unknown>,
  { seed = 1, quick = false, positions = [] }: SuiteOptions,
): Generator<void, Suite> {
  const sessions = yield* withRefusals(game, yield* cover(game, positions), seed, quick)
  const moves = positions.reduce((sum, { moves }) => sum + moves.length, 0)
  return suiteWith('transitions', sessions, `all ${count(moves)} moves`)
}

/**
 * Few games for a first look: the lines that decide a game in every order, and every end after every number of moves, with
 * refusals on the way; all moves where no lines decide a game.
 */
export function* endingsSuite(game: Game<unknown>, options: SuiteOptions): Generator<void, Suite> {
  const { seed = 1, positions = [] } = options
  const endings = yield* endingsOf(game, yield* cover(game, positions))
  const orders = new Set(endings.flatMap(({ orders }) => orders))
  if (orders.size === 0) return yield* transitionsSuite(game, options)
  const chosen = yield* withRefusals(game, fewestWith(endings), seed, true)
  return suiteWith('endings', chosen, `all ${count(orders.size)} winning orders`)
}

/** Chooses few games that show all orders, and each end after each number of moves: again and again the first with the most. */
function fewestWith(endings: readonly Ending[]): Lines[] {
  const found = endings.map(({ orders, ways, lines }) => ({ lines, cases: [...orders, `${ways[0]} ${lines.length}`] }))
  const games = [...new Map(found.map((game) => [`${game.cases}`, game])).values()]
  const missing = new Set(games.flatMap(({ cases }) => cases))
  const missingIn = ({ cases }: (typeof games)[number]) => cases.filter((name) => missing.has(name)).length
  const chosen: Lines[] = []
  while (missing.size > 0) {
    const best = games.reduce((most, game) => (missingIn(game) > missingIn(most) ? game : most))
    chosen.push(best.lines)
    for (const name of best.cases) missing.delete(name)
  }
  return chosen
}

/** A few of all moves: one session for each way to end a game, if these are few, and others at equal distances. */
export function* sampleSuite(game: Game<unknown>, { moves, quick = false }: SuiteOptions): Generator<void, Suite> {
  return suiteWith('sample', yield* sampleOf(game, [...(moves?.inputs() ?? [])], quick ? 3 : 20))
}

export function* sampleOf(game: Game<unknown>, sessions: readonly Lines[], count: number): Generator<void, Lines[]> {
  const firsts = new Map<string, number>()
  const endings = yield* mapInSteps(sessions, sessionsInStep, (lines) => endingOf(game, lines))
  for (const [index, ending] of endings.entries())
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
 * Covers all moves with few sessions (those of tic-tac-toe with as few as possible). Each goes to the first position with an
 * open move, takes open moves while there are any, and then plays to the end, so that programs end by themselves. Others
 * follow, for the order of the lines that decide a game.
 */
function* cover(game: Game<unknown>, positions: readonly ExploredPosition[]): Generator<void, Lines[]> {
  const linesTo: Lines[] = [[]]
  for (const [at, { moves }] of positions.entries())
    for (const { line, to } of moves) if (to !== undefined) linesTo[to] ??= [...(linesTo[at] ?? []), toBytes(line)]
  /** How many moves of each position are covered: its first ones. */
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
      sessions.push(playedToEnd(game, lines))
    }
  }
  return yield* inAllOrders(game, sessions)
}

/** A game that was played to its end, and the cases in which a program may be wrong there, by name. */
interface Ending {
  readonly lines: Lines
  /** Lines that decide the game together; the last line completes them. */
  readonly groups: readonly Lines[]
  /** By the last reply, and by this with each of the groups. */
  readonly ways: readonly string[]
  /** By the last reply, each of the groups, and the order in which its lines were played. */
  readonly orders: readonly string[]
}

/** How a session ends the game; undefined if it does not. */
function endingOf(game: Game<unknown>, session: Lines): Ending | undefined {
  const replies = repliesTo(game, session)
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

function* endingsOf(game: Game<unknown>, sessions: readonly Lines[]): Generator<void, Ending[]> {
  const endings = yield* mapInSteps(sessions, sessionsInStep, (lines) => endingOf(game, lines))
  return endings.filter((ending) => ending !== undefined)
}

/** Adds games that end like others, after as many moves, but whose deciding lines are played in another order. */
function* inAllOrders(game: Game<unknown>, games: readonly Lines[]): Generator<void, Lines[]> {
  const casesOf = ({ orders, lines }: Ending) => orders.map((name) => `${name} ${lines.length}`)
  const endings = yield* endingsOf(game, games)
  const seen = new Set(endings.flatMap(casesOf))
  /** One game for each number of lines and set of completed groups: others show the same orders. */
  const distinct = new Map(endings.map((ending) => [JSON.stringify([ending.lines.length, ending.groups]), ending]))
  const added: Lines[] = []
  // In another order, the game may end earlier.
  for (const ending of yield* endingsOf(game, [...distinct.values()].flatMap(reordered))) {
    const unseen = casesOf(ending).filter((name) => !seen.has(name))
    if (unseen.length > 0) added.push(ending.lines)
    for (const name of unseen) seen.add(name)
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
