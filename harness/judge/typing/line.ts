import fc from 'fast-check'
import { type Answers, type Bytes, toBytes, toText } from '../../session/bytes.ts'
import type { Choices } from './choices.ts'

type Kind = 'likely' | 'other' | 'near' | 'odd' | 'again'

/** The random numbers for a line: its kind, its index among the choices, a small change, odd characters. */
interface LineDraw {
  readonly kind: Kind
  readonly pick: number
  /** One near miss in three is that of a line of `others`. */
  readonly source: number
  /** One near miss in seven is the line twice, and one is the line in the other case. */
  readonly change: number
  readonly at: number
  readonly remove: number
  readonly insert: string
  readonly odd: Bytes
}

/** Texts to insert: a character, a sign, a digit, or enough to overflow a buffer. */
const inserted = ['', ' ', '\t', '\r', '0', '1', '9', '-', '+', 'x', 'é', '４', 'x'.repeat(300), '7'.repeat(5000)]

/** Any character. (fast-check's own arbitrary takes half a second to make.) */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character.isWellFormed())

/**
 * Draws a line: a likely one in four of five cases.
 * @param kinds the other kinds
 * @param nonUtf8 true if some lines are not UTF-8
 */
export function lineDraw(kinds: readonly Kind[], nonUtf8 = false): fc.Arbitrary<LineDraw> {
  const text = fc.string({ maxLength: 12, unit: character }).map(toBytes)
  const anything = fc.uint8Array({ maxLength: 12 }).map((array) => Buffer.from(array).toString('latin1'))
  const odd = (nonUtf8 ? fc.oneof(text, anything) : text).map((line) => line.replaceAll('\n', ''))
  // Drawing numbers that no kind uses would take most of the time.
  const isUsed = (kind: Kind) => kinds.includes(kind)
  return fc.record({
    kind: fc.oneof({ arbitrary: fc.constant<Kind>('likely'), weight: 4 }, fc.constantFrom(...kinds)),
    pick: fc.nat(),
    source: isUsed('near') ? fc.nat() : fc.constant(0),
    change: isUsed('near') ? fc.nat() : fc.constant(0),
    at: isUsed('near') ? fc.nat(20) : fc.constant(0),
    remove: isUsed('near') ? fc.nat(2) : fc.constant(0),
    insert: isUsed('near') ? fc.constantFrom(...inserted) : fc.constant(''),
    odd: isUsed('odd') ? odd : fc.constant(''),
  })
}

/** Draws a line of any kind: near misses of the others, odd characters, repetitions. */
export const anyLine = (nonUtf8: boolean) => lineDraw(['other', 'near', 'odd', 'again'], nonUtf8)

/** The most repetitions of a line. */
const mostAgain = 4

export interface TypedLines {
  readonly lines: Answers
  readonly isOver: boolean
}

/** The lines of a session: given ones, then drawn ones until it is over. Only the last draw may end it at once. */
export function typeLines(start: Choices, before: Answers, draws: readonly LineDraw[]): TypedLines {
  const lines = [...before]
  let choices = start
  for (const line of before) if (line !== null && !choices.isOver) choices = choices.after(line)
  for (const [index, draw] of draws.entries()) {
    if (choices.isOver) break
    const last = draw.kind === 'again' ? lines.at(-1) : undefined
    const line = last ?? lineOf(choices, draw, index < draws.length - 1)
    for (let times = last === undefined ? 1 : 1 + (draw.pick % mostAgain); times > 0 && !choices.isOver; times--) {
      lines.push(line)
      choices = choices.after(line)
    }
  }
  return { lines, isOver: choices.isOver }
}

function lineOf(choices: Choices, draw: LineDraw, goesOn: boolean): Bytes {
  const { kind, pick, source, odd } = draw
  if (kind === 'odd') return odd
  const { likely, last } = choices
  const leadOn = () => likely.filter((line) => !last.includes(line))
  let wanted = likely
  if (kind === 'likely' && goesOn) wanted = leadOn()
  else if (kind === 'likely' && pick % 4 === 0) wanted = last
  // A game may take long to list its refused lines.
  const refused = kind === 'other' || (kind === 'near' && source % 3 === 0) ? choices.others : []
  const among = [refused, wanted, likely].find((lines) => lines.length > 0) ?? choices.others
  const chosen = among[pick % among.length] ?? ''
  const line = kind === 'near' ? nearMiss(chosen, draw) : chosen
  const others = goesOn && last.includes(line) ? leadOn() : []
  return others[pick % others.length] ?? line
}

function nearMiss(line: Bytes, { change, at, remove, insert }: LineDraw): Bytes {
  if (change % 7 === 0) return line + line
  if (change % 7 === 1)
    return line.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
  // Of a character in UTF-8, no byte may be left.
  const characters = [...toText(line)]
  return toBytes(characters.toSpliced(at % (characters.length + 1), remove, insert).join(''))
}
