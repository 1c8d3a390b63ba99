import fc from 'fast-check'
import type { Game } from '../../../reference/game.ts'
import { type Bytes, toBytes, toText } from '../../session/bytes.ts'
import type { Suite } from './suite.ts'

/** Seeded random games, with lines that must be refused mixed in, for what no other suite can count. */
export function randomSuite(game: Game<unknown>, { seed, runs }: { seed: number; runs: number }): Suite {
  const sessions = fc.sample(judgedSession(game), { seed, numRuns: runs })
  return { name: 'random', covers: `${runs} of seed ${seed}`, sessions, size: sessions.length }
}

/** A step of a random session: what kind of line, and which of them. */
interface Step {
  readonly kind: 'legal' | 'illegal' | 'near' | 'odd'
  readonly pick: number
  readonly edit: Edit
  readonly bytes: Bytes
}

/** A small change to a line that is nearly right. */
interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

/** Random lines that an entry may be judged by: most move the game on, some are refused, a few come after its end. */
const judgedSession = (game: Game<unknown>): fc.Arbitrary<Bytes[]> =>
  fc.record({ steps: steps(80, ['legal', 'illegal'], 'legal'), more: fc.nat(2) }).map(({ steps, more }) => {
    const { lines, isOver } = play(game, steps)
    return isOver ? [...lines, ...['0', 'foo'].slice(0, more)] : lines
  })

/**
 * Any lines at all: legal ones, refused ones, ones that are nearly either, odd characters, and sometimes the end of input.
 * @param options.lines how many at the most
 * @param options.nonUtf8 whether some are not UTF-8
 */
export const anySession = (
  game: Game<unknown>,
  { lines: most, nonUtf8 }: { readonly lines: number; readonly nonUtf8: boolean },
): fc.Arbitrary<(Bytes | null)[]> =>
  fc
    .record({ steps: steps(most, ['legal', 'illegal', 'near', 'odd'], 'legal', nonUtf8), ends: fc.boolean() })
    .map(({ steps, ends }) => {
      const { lines, isOver } = play(game, steps)
      return ends && !isOver ? [...lines, null] : lines
    })

const steps = (
  maxLength: number,
  kinds: readonly Step['kind'][],
  usual: Step['kind'],
  nonUtf8 = false,
): fc.Arbitrary<Step[]> => {
  const edit = fc.record({
    at: fc.nat(20),
    remove: fc.nat(2),
    insert: fc.constantFrom('', ' ', '\t', '\r', '0', '1', '9', '-', '+', 'x', 'é', '４'),
  })
  const text = fc.string({ maxLength: 12, unit: character }).map(toBytes)
  const anything = fc.uint8Array({ maxLength: 12 }).map((array) => Buffer.from(array).toString('latin1'))
  const bytes = (nonUtf8 ? fc.oneof(text, anything) : text).map((line) => line.replaceAll('\n', ''))
  const kind = (percent: number) =>
    fc.oneof(
      { arbitrary: fc.constant(usual), weight: 100 - percent },
      { arbitrary: fc.constantFrom(...kinds), weight: percent },
    )
  return fc
    .constantFrom(0, 10, 50)
    .chain((percent) =>
      fc.array(fc.record({ kind: kind(percent), pick: fc.nat(), edit, bytes }), { maxLength, size: 'max' }),
    )
}

/** Any character. (fast-check's own unit of all of them takes half a second to make.) */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character.isWellFormed())

/** Takes the steps as long as the game goes on. */
function play(game: Game<unknown>, steps: readonly Step[]): { lines: Bytes[]; isOver: boolean } {
  const lines: Bytes[] = []
  let { state } = game.open()
  for (const step of steps) {
    if (state === undefined) break
    const line = lineOf(game, state, step)
    lines.push(line)
    state = game.answer(state, toText(line)).state
  }
  return { lines, isOver: state === undefined }
}

function lineOf(game: Game<unknown>, state: unknown, { kind, pick, edit, bytes }: Step): Bytes {
  if (kind === 'odd') return bytes
  const refused =
    kind === 'illegal' || (kind === 'near' && pick % 3 === 0) ? [...game.illegal(state), ...(game.nonsense ?? [])] : []
  const among = refused.length > 0 ? refused : game.legal(state)
  const line = toBytes(among[pick % among.length] ?? '')
  if (kind !== 'near') return line
  const at = edit.at % (line.length + 1)
  return line.slice(0, at) + toBytes(edit.insert) + line.slice(at + edit.remove)
}
