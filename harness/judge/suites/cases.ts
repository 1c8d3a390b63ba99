import { exact, type Game, type Reply } from '../../../reference/game.ts'
import type { Steps } from '../../base/steps.ts'
import { type Lines, toText } from '../../session/bytes.ts'

/** A legal line in a session. */
interface Move {
  /** The legal lines up to this one; `walkMoves` goes on to change this list. */
  readonly lines: readonly string[]
  /** The key of the state before it. */
  readonly before: string
  readonly reply: Reply<unknown>
  /** The groups of lines that it completes. */
  readonly completed: readonly (readonly string[])[]
}

/** Names the cases of a kind that a move shows, in each of which a program may be wrong: none, one or several. */
export type CaseKind = (move: Move) => readonly string[]

/** The groups that a move completes, each named by the reply, which says whose it is, and by its lines. */
const groupsOf = ({ completed, reply }: Move) =>
  completed.map((group) => ({ group, name: `${exact(reply.output)} ${group}` }))

const isOver = ({ reply }: Move) => reply.state === undefined

export const rowAndOrder: CaseKind = (move) =>
  groupsOf(move).map(({ name, group }) => `${name} ${move.lines.filter((line) => group.includes(line))}`)

export const rowOrderAndMove: CaseKind = (move) => rowAndOrder(move).map((name) => `${name} ${move.lines.length}`)

export const rowOrderAndEnd: CaseKind = (move) => [
  ...rowAndOrder(move),
  ...(isOver(move) ? [`${exact(move.reply.output)} ${move.lines.length}`] : []),
]

export const wayToEnd: CaseKind = (move) =>
  isOver(move) ? [exact(move.reply.output), ...groupsOf(move).map(({ name }) => name)] : []

/** The cases of a kind in sessions, each with the index of its first session. */
export function* casesIn(game: Game<unknown>, sessions: Iterable<Lines>, kind: CaseKind): Steps<Map<string, number>> {
  const cases = new Map<string, number>()
  yield* walkMoves(game, sessions, (move, index) => {
    for (const name of kind(move)) if (!cases.has(name)) cases.set(name, index)
  })
  return cases
}

/** So many take about 20 ms. */
const sessionsInStep = 2000

interface KnownPosition {
  readonly state: unknown
  readonly key: string
  readonly legal: ReadonlySet<string>
  readonly after: Map<string, { readonly move: Omit<Move, 'lines'>; readonly place: KnownPosition | undefined }>
}

/** Plays sessions, and calls `show` for each legal line; of a session that begins like the last one, for the rest only. */
export function* walkMoves(
  game: Game<unknown>,
  sessions: Iterable<Lines>,
  show: (move: Move, index: number) => void,
): Steps<void> {
  const known = new Map<string, KnownPosition>()
  function placeOf(state: unknown): KnownPosition | undefined {
    if (state === undefined) return undefined
    const key = game.key(state)
    const place = known.get(key) ?? { state, key, legal: new Set(game.legal(state)), after: new Map() }
    known.set(key, place)
    return place
  }
  function play(place: KnownPosition, line: string) {
    const earlier = place.after.get(line)
    if (earlier !== undefined) return earlier
    const reply = game.answer(place.state, line)
    const completed = game.completes?.(place.state, line) ?? []
    const next = { move: { before: place.key, reply, completed }, place: placeOf(reply.state) }
    place.after.set(line, next)
    return next
  }

  /** The position at each line of the session. */
  const places = [placeOf(game.open().state)]
  /** The number of legal lines before each line but the first. */
  const counts: number[] = []
  const lines: string[] = []
  let before: Lines = []
  let index = 0
  for (const session of sessions) {
    let at = 0
    while (at < session.length && session[at] === before[at]) at++
    lines.length = counts[at] ?? 0
    for (const bytes of session.slice(at)) {
      const place = places[at]
      const line = toText(bytes)
      const next = place?.legal.has(line) ? play(place, line) : undefined
      if (next) {
        lines.push(line)
        show({ ...next.move, lines }, index)
      }
      at++
      places[at] = next === undefined ? place : next.place
      counts[at] = lines.length
    }
    before = session
    if (++index % sessionsInStep === 0) yield
  }
}
