import { exact, type Game, type Reply } from '../../../reference/game.ts'
import type { Steps } from '../../base/steps.ts'
import { type Lines, toText } from '../../session/bytes.ts'

/** A legal line in a session. */
interface Made {
  /** The legal lines up to this one; the walk goes on to change this list. */
  readonly lines: readonly string[]
  /** The key of the state before it. */
  readonly before: string
  readonly reply: Reply<unknown>
  /** The groups of lines that it completes. */
  readonly completed: readonly (readonly string[])[]
}

/** Names the cases of a kind that a move shows, in each of which a program may be wrong: none, one or several. */
export type CaseKind = (made: Made) => readonly string[]

const last = ({ lines }: Made) => lines.at(-1)

/** The groups that a move completes, each named by the reply, which says whose it is, and by its lines. */
const groupsOf = ({ completed, reply }: Made) =>
  completed.map((group) => ({ group, name: `${exact(reply.output)} ${group}` }))

const isOver = ({ reply }: Made) => reply.state === undefined

export const positionAndAnswer: CaseKind = (made) => [`${made.before} ${last(made)}`]

export const rowAndLastMark: CaseKind = (made) => groupsOf(made).map(({ name }) => `${name} ${last(made)}`)

export const rowAndOrder: CaseKind = (made) =>
  groupsOf(made).map(({ name, group }) => `${name} ${made.lines.filter((line) => group.includes(line))}`)

export const rowOrderAndMove: CaseKind = (made) => rowAndOrder(made).map((name) => `${name} ${made.lines.length}`)

export const rowOrderAndEnd: CaseKind = (made) => [
  ...rowAndOrder(made),
  ...(isOver(made) ? [`${exact(made.reply.output)} ${made.lines.length}`] : []),
]

export const endAndLastMark: CaseKind = (made) =>
  isOver(made) ? [`${JSON.stringify(made.reply.output)} ${last(made)}`] : []

export const wayToEnd: CaseKind = (made) =>
  isOver(made) ? [exact(made.reply.output), ...groupsOf(made).map(({ name }) => name)] : []

/** The position, the answer, and this many moves before it. */
export const withMemory =
  (memory: number): CaseKind =>
  ({ before, lines }) => [`${before} ${lines.slice(-1 - memory)}`]

/** The cases of a kind in sessions, each with the index of its first session. */
export function* casesIn(game: Game<unknown>, sessions: Iterable<Lines>, kind: CaseKind): Steps<Map<string, number>> {
  const cases = new Map<string, number>()
  yield* walk(game, sessions, (made, index) => {
    for (const name of kind(made)) if (!cases.has(name)) cases.set(name, index)
  })
  return cases
}

/** So many take about 20 ms. */
const sessionsInStep = 2000

interface KnownPosition {
  readonly state: unknown
  readonly key: string
  readonly legal: ReadonlySet<string>
  readonly after: Map<string, { readonly made: Omit<Made, 'lines'>; readonly place: KnownPosition | undefined }>
}

/** Plays sessions, and calls `show` for each legal line; of a session that begins like the last one, for the rest only. */
export function* walk(
  game: Game<unknown>,
  sessions: Iterable<Lines>,
  show: (made: Made, index: number) => void,
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
    const next = { made: { before: place.key, reply, completed }, place: placeOf(reply.state) }
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
        show({ ...next.made, lines }, index)
      }
      at++
      places[at] = next === undefined ? place : next.place
      counts[at] = lines.length
    }
    before = session
    if (++index % sessionsInStep === 0) yield
  }
}
