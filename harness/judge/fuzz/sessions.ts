import fc from 'fast-check'
import type { Typed } from '../reference.ts'
import type { Choices } from './choices.ts'
import { anyLine, typed } from './line.ts'
import type { Novelty } from './novelty.ts'

export interface SessionOptions {
  /** The greatest number of lines. */
  readonly lines: number
  /** Whether some lines are not UTF-8. */
  readonly nonUtf8?: boolean
  /** Set if every session is drawn anew, whatever the others showed. */
  readonly isPlain?: boolean
}

/** Makes the lines of a session, in the light of what others have shown. */
type Session = (novelty: Novelty) => Typed

/**
 * - `anew`: nothing of an earlier session
 * - `on`: an earlier session, and more lines
 * - `changed`: an earlier session with other lines somewhere
 */
const ways = ['anew', 'on', 'changed'] as const

/** Any sessions. Those that made the reference say something new are continued and changed more often than others. */
export function anySession(choices: Choices, { lines, nonUtf8 = false, isPlain = false }: SessionOptions) {
  const draw = fc.record({
    draws: fc.array(anyLine(nonUtf8), { maxLength: lines, size: 'max' }),
    way: fc.oneof(
      { arbitrary: fc.constant('anew' as const), weight: isPlain ? 1e6 : 2 },
      { arbitrary: fc.constantFrom(...ways), weight: isPlain ? 1 : 3 },
    ),
    ofKinds: fc.nat(2),
    recency: fc.record({ scale: fc.nat(), rank: fc.nat() }),
    few: fc.constantFrom(1, 1, 2, 4, 8, lines),
    at: fc.nat(),
    dropped: fc.nat(2),
    ends: fc.boolean(),
    /** Leaves out a third of the choices: what ends sessions early does not do so in all of them. */
    leftOut: fc.option(fc.nat(0xffff), { freq: 3 }),
  })
  return draw.map(
    ({ draws, way, ofKinds, recency, few, at, dropped, ends, leftOut }): Session =>
      (novelty) => {
        const from = ofKinds > 0 && novelty.kinds.length > 0 ? novelty.kinds : novelty.texts
        const earlier = recent(from, recency)
        const some = leftOut === null ? choices : without(choices, leftOut)
        const end = (lines: Typed, isOver: boolean) => (ends && !isOver ? [...lines, null] : lines)
        if (isPlain || way === 'anew' || earlier === undefined) {
          const { lines: all, isOver } = typed(some, [], draws)
          return end(all, isOver)
        }
        const cut = way === 'on' ? earlier.length : at % (earlier.length + 1)
        const before = earlier.slice(0, cut).filter((line) => line !== null)
        const room = Math.max(1, lines - before.length)
        const { lines: begun, isOver } = typed(choices, before, draws.slice(0, Math.min(few, room)))
        const rest = way === 'on' || isOver ? [] : earlier.slice(cut + dropped)
        if (rest.length > 0) return [...begun, ...rest]
        return end(begun, isOver)
      },
  )
}

/** An item: the newest with the same chance as the newest two, the newest four, and so on, so that each has a chance. */
function recent<Item>(items: readonly Item[], { scale, rank }: { scale: number; rank: number }): Item | undefined {
  const scales = Math.floor(Math.log2(Math.max(1, items.length))) + 1
  const among = Math.min(items.length, 2 ** (scale % (scales + 1)))
  return items.at(-1 - (rank % among))
}

/** The choices without a third of the likely lines, the same in all places. */
function without(choices: Choices, salt: number): Choices {
  if (choices.isOver) return choices
  const isKept = (line: string) =>
    [...line].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65521, salt) % 3 !== 0
  const kept = choices.likely.filter(isKept)
  return {
    ...choices,
    likely: kept.length > 0 ? kept : choices.likely,
    after: (line) => without(choices.after(line), salt),
  }
}
