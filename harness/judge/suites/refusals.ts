import type { Game } from '../../../reference/game.ts'
import { groupsBy, max } from '../../base/collections.ts'
import { type Random, randomFrom, shuffled } from '../../base/random.ts'
import { mapInSteps } from '../../base/steps.ts'
import { type Answers, type Bytes, type Lines, toBytes } from '../../session/bytes.ts'
import { repliesTo } from '../../session/script.ts'

/** Lines of a game's nonsense for each position; the first gets all. */
const nonsenseAtEach = 4

/** So many take about 20 ms. */
const sessionsInStep = 200

/** A position in a session, and the move there. */
interface Visit {
  readonly state: unknown
  readonly key: string
  readonly line: Bytes
  /** Counts the moves before. */
  readonly ply: number
  /** Names the move by its position. */
  readonly move: string
  /** Names under which a move must come both right after a refusal and without one: by its position, and by its number. */
  readonly names: readonly string[]
}

/**
 * Puts refused lines between the moves of sessions, in an order that the seed chooses. One visit to each position tries all
 * its refusals and some nonsense; others have a single refusal, so that each repeated move is made right after one, and also
 * without.
 * @param sessions legal lines only
 * @param isBrief true if lines that the first position refuses count as nonsense in others, and no patterns are added
 */
export function* withRefusals(
  game: Game<unknown>,
  sessions: readonly Lines[],
  seed: number,
  isBrief = false,
): Generator<void, Lines[]> {
  const visits = yield* mapInSteps(sessions, sessionsInStep, (lines) => visitsOf(game, lines))
  const random = randomFrom(seed)
  const groups = groupsBy(visits.flat(), ({ move }) => move)
  const repeated = new Set(groups.flatMap(([{ move }, ...others]) => (others.length > 0 ? [move] : [])))
  const isRepeated = ({ move }: Visit) => repeated.has(move)
  yield
  const trials = trialsOf(shuffled(random, visits.flat()), isRepeated)
  yield
  const nonsense = (game.nonsense ?? []).map(toBytes)
  const refusedAtStart = isBrief ? illegalIn(game, game.open().state) : []
  const pool = [...refusedAtStart, ...nonsense]
  let given = 0
  const nextNonsense = () => pool.slice(0, nonsenseAtEach).map(() => pool[given++ % pool.length] ?? '')
  const madeBare = new Set<string>()
  const madeAfter = new Set<string>()

  function refusalsAt(visit: Visit): Lines {
    const illegal = () => illegalIn(game, visit.state)
    if (trials.has(visit) && visit.ply === 0) return shuffled(random, [...illegal(), ...nonsense])
    if (trials.has(visit))
      return shuffled(random, [...illegal().filter((line) => !refusedAtStart.includes(line)), ...nextNonsense()])
    // A repeated move is first made without a refusal.
    const isReady = madeBare.has(visit.move) || !isRepeated(visit)
    const isWanted = isReady && visit.names.some((name) => madeBare.has(name) && !madeAfter.has(name))
    return isWanted ? shuffled(random, illegal()).slice(0, 1) : []
  }

  const done = yield* mapInSteps(visits, sessionsInStep, (visited) =>
    visited.flatMap((visit) => {
      const refused = refusalsAt(visit)
      const made = refused.length === 0 ? madeBare : madeAfter
      for (const name of visit.names) made.add(name)
      return [...refused, visit.line]
    }),
  )
  return isBrief ? done : [...done, ...withPatterns(game, visits, random)]
}

const illegalIn = (game: Game<unknown>, state: unknown): Lines => game.illegal(state).map(toBytes)

function visitsOf(game: Game<unknown>, lines: Lines): Visit[] {
  const replies = repliesTo(game, lines)
  return lines.map((line, ply) => {
    const { state, key = '' } = replies[ply]?.position ?? {}
    const move = `${key}\n${line}`
    return { state, key, line, ply, move, names: [move, `${ply} ${line}`] }
  })
}

/** Chooses one visit to each position for its refusals, before a repeated move if there is one. */
function trialsOf(visits: readonly Visit[], isRepeated: (visit: Visit) => boolean): Set<Visit> {
  const trials = new Map<string, Visit>()
  for (const visit of visits) {
    const known = trials.get(visit.key)
    if (known === undefined || !isRepeated(known)) trials.set(visit.key, visit)
  }
  return new Set(trials.values())
}

/**
 * Puts refused lines before every move of the longest sessions: after each number of moves, each line that the first position
 * refuses is sent alone, twice in a row, first and last of a pair; and so is a line that the first position takes.
 */
function withPatterns(game: Game<unknown>, visits: readonly Visit[][], random: Random): Lines[] {
  const { state } = game.open()
  const legal = game.legal(state).map(toBytes)
  const kinds = shuffled(random, [...illegalIn(game, state), null])
  const all = kinds.flatMap((kind, at) => [[kind], [kind, kind], [kind, kinds.at(at - 1) ?? null]])
  const patterns = shuffled(random, all)
  const length = max(visits.map((visited) => visited.length))
  const isLongest = (visited: readonly Visit[]) => visited.length === length
  const longest = shuffled(random, visits.filter(isLongest))

  const linesFor = (pattern: Answers, illegal: Lines) =>
    pattern.flatMap((kind) => illegal.find((line) => (kind === null ? legal.includes(line) : line === kind)) ?? [])
  const sessions = patterns.map((_, index) =>
    (longest[index % longest.length] ?? []).flatMap(({ state, line, ply }) => {
      const pattern = patterns[(index + ply) % patterns.length] ?? []
      return [...linesFor(pattern, illegalIn(game, state)), line]
    }),
  )
  return sessions.filter((lines) => lines.length > length)
}
