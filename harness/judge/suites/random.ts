import fc from 'fast-check'
import type { Game } from '../../../reference/game.ts'
import { type Bytes, toBytes, toText } from '../../session/bytes.ts'
import { refusedIn, type Suite } from './suite.ts'

/** Seeded random games with refused lines among their moves. */
export function randomSuite(game: Game<unknown>, { seed, runs }: { seed: number; runs: number }): Suite {
  const sessions = fc.sample(judgedSession(game), { seed, numRuns: runs })
  return { name: 'random', covers: `${runs} random sessions (seed ${seed})`, sessions }
}

/** Random moves with refused lines among them, up to the end of the game or not. */
export const judgedSession = (game: Game<unknown>): fc.Arbitrary<Bytes[]> =>
  fc.array(choice(['illegal'], false), { maxLength: 80, size: 'max' }).map((choices) => play(game, choices).lines)

/**
 * Any lines at all: legal ones, refused ones, ones that are nearly either, odd characters, and sometimes the end of input.
 * @param options.lines how many at the most
 * @param options.nonUtf8 whether some are not UTF-8
 */
export function anySession(
  game: Game<unknown>,
  { lines: maxLength, nonUtf8 }: { readonly lines: number; readonly nonUtf8: boolean },
): fc.Arbitrary<(Bytes | null)[]> {
  const choices = fc.array(anyChoice(nonUtf8), { maxLength, size: 'max' })
  return fc.tuple(choices, fc.boolean()).map(([choices, ends]) => {
    const { lines, isOver } = play(game, choices)
    return ends && !isOver ? [...lines, null] : lines
  })
}

const anyChoice = (nonUtf8: boolean) => choice(['illegal', 'near', 'odd'], nonUtf8)

type Kind = 'legal' | 'illegal' | 'near' | 'odd'

/** The choice of a line: its kind, which of the game's lines, a small change to it, and a line of odd characters. */
function choice(kinds: Kind[], nonUtf8: boolean) {
  const text = fc.string({ maxLength: 12, unit: character }).map(toBytes)
  const anything = fc.uint8Array({ maxLength: 12 }).map((array) => Buffer.from(array).toString('latin1'))
  return fc.record({
    kind: fc.oneof({ arbitrary: fc.constant<Kind>('legal'), weight: 4 }, fc.constantFrom(...kinds)),
    pick: fc.nat(),
    at: fc.nat(20),
    remove: fc.nat(2),
    insert: fc.constantFrom('', ' ', '\t', '\r', '0', '1', '9', '-', '+', 'x', 'é', '４'),
    odd: (nonUtf8 ? fc.oneof(text, anything) : text).map((line) => line.replaceAll('\n', '')),
  })
}

/** Any character. (fast-check's own unit of all characters takes half a second to make.) */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character.isWellFormed())

type LineChoice = ReturnType<typeof choice> extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Plays the chosen lines until the game is over. A line that ends it in the first position (`quit`) is a legal line of the last
 * choice only: few games would be played to their end.
 */
function play(game: Game<unknown>, choices: readonly LineChoice[]): { lines: Bytes[]; isOver: boolean } {
  const lines: Bytes[] = []
  let { state } = game.open()
  const first = state
  const giveUp = state === undefined ? [] : game.legal(state).filter((line) => isLast(game, first, line))
  for (const [index, choice] of choices.entries()) {
    if (state === undefined) break
    const line = lineOf(game, state, choice, index < choices.length - 1 ? giveUp : [])
    lines.push(line)
    state = game.answer(state, toText(line)).state
  }
  return { lines, isOver: state === undefined }
}

const isLast = (game: Game<unknown>, state: unknown, line: string) => game.answer(state, line).state === undefined

/** The length at which about half of random sessions reach the end of the game: twice that of some games. */
export function usualLength(game: Game<unknown>): number {
  const choices = fc.array(anyChoice(false), { minLength: mostLines, maxLength: mostLines })
  const games = fc.sample(choices, { seed: 1, numRuns: 5 }).map((choices) => play(game, choices))
  const lengths = games.flatMap(({ lines, isOver }) => (isOver ? [2 * lines.length] : []))
  return Math.min(mostLines, Math.max(fewestLines, ...lengths))
}

/** For `usualLength`. A game that takes more lines may go on for ever. */
const mostLines = 500
const fewestLines = 60

/** @param avoided legal lines that are not chosen if there are others */
function lineOf(game: Game<unknown>, state: unknown, choice: LineChoice, avoided: readonly string[]): Bytes {
  const { kind, pick, at, remove, insert, odd } = choice
  if (kind === 'odd') return odd
  const refused = kind === 'illegal' || (kind === 'near' && pick % 3 === 0) ? refusedIn(game, state) : []
  const legal = game.legal(state)
  const wanted = kind === 'legal' ? legal.filter((line) => !avoided.includes(line)) : legal
  const among = [refused, wanted, legal].find((lines) => lines.length > 0) ?? []
  const line = toBytes(among[pick % among.length] ?? '')
  if (kind !== 'near') return line
  const place = at % (line.length + 1)
  return line.slice(0, place) + toBytes(insert) + line.slice(place + remove)
}
