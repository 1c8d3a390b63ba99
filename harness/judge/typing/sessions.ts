import type { Game } from '../../../reference/game.ts'
import { type Random, randomFrom, shuffled } from '../../base/random.ts'
import { inTurns, mapInSteps } from '../../base/steps.ts'
import { type Answers, type Bytes, toBytes, toText, withoutEnd } from '../../session/bytes.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { type Choices, choicesOfGame } from './choices.ts'
import { Corpus } from './corpus.ts'

/** Lines beside likely ones: refused or typed elsewhere, nearly a likely one, any characters, the line before again. */
const kinds = ['other', 'near', 'odd', 'again'] as const
type Kind = (typeof kinds)[number]

/** Texts to insert: a character, a sign, a digit, or enough to overflow a buffer. */
const inserted = ['', ' ', '\t', '\r', '0', '1', '9', '-', '+', 'x', 'é', '４', 'x'.repeat(300), '7'.repeat(5000)]

/** The most repetitions of a line. */
const maxAgain = 4

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

interface Typed {
  readonly lines: Answers
  readonly isOver: boolean
}

/** Types given lines, then random ones until the session is over. Only the last may end it at once. */
function typeLines(
  random: Random,
  start: Choices,
  before: Answers,
  count: number,
  others: readonly Kind[] = kinds,
): Typed {
  const lines = [...before]
  let choices = start
  for (const line of before) if (line !== null && !choices.isOver) choices = choices.after(line)
  for (let left = count; left > 0 && !choices.isOver; left--) {
    const kind = random(5) < 4 ? 'likely' : pick(random, others)
    const last = kind === 'again' ? lines.at(-1) : undefined
    const line = last ?? lineOf(random, choices, kind, left > 1)
    for (let times = last === undefined ? 1 : 1 + random(maxAgain); times > 0 && !choices.isOver; times--) {
      lines.push(line)
      choices = choices.after(line)
    }
  }
  return { lines, isOver: choices.isOver }
}

function lineOf(random: Random, choices: Choices, kind: Kind | 'likely', goesOn: boolean): Bytes {
  if (kind === 'odd') return oddLine(random)
  const { likely, last } = choices
  const leadOn = () => likely.filter((line) => !last.includes(line))
  let wanted = likely
  if (kind === 'likely' && goesOn) wanted = leadOn()
  else if (kind === 'likely' && random(4) === 0) wanted = last
  // A game may take long to list its refused lines.
  const refused = kind === 'other' || (kind === 'near' && random(3) === 0) ? choices.others : []
  const among = [refused, wanted, likely].find((lines) => lines.length > 0) ?? choices.others
  const chosen = among.length === 0 ? '' : pick(random, among)
  const line = kind === 'near' ? changed(random, chosen) : chosen
  const others = goesOn && last.includes(line) ? leadOn() : []
  return others.length === 0 ? line : pick(random, others)
}

/** Any characters; one such line in five is any bytes, and mostly not UTF-8. */
function oddLine(random: Random): Bytes {
  const isText = random(5) > 0
  const character = () => {
    const text = String.fromCodePoint(random(random(2) === 0 ? 0x80 : 0x110000))
    return isText ? toBytes(text.toWellFormed()) : String.fromCharCode(random(0x100))
  }
  return Array.from({ length: random(13) }, character)
    .join('')
    .replaceAll('\n', '')
}

const withOtherCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

function changed(random: Random, line: Bytes): Bytes {
  const change = random(7)
  if (change === 0) return line + line
  if (change === 1) return withOtherCase(line)
  // Of a character in UTF-8, no byte may be left.
  const characters = [...toText(line)]
  return toBytes(characters.toSpliced(random(characters.length + 1), random(3), pick(random, inserted)).join(''))
}

/** Lines that a program which reads too loosely takes for this one. */
function nearMisses(line: Bytes): Bytes[] {
  const text = toText(line)
  const numbers = [...text.matchAll(/\d+/g)].flatMap(({ index }) =>
    ['0', '+', '-'].map((sign) => text.slice(0, index) + sign + text.slice(index)),
  )
  const blanks = [text.replaceAll(' ', '  '), text.replaceAll(' ', '\t'), ` ${text}`, `${text} `]
  return [...blanks, ...numbers, withOtherCase(text)].map(toBytes)
}

/** The most lines whose near misses are sent; of lines that differ only in their numbers, it is one. */
const maxMissed = 20

/** All near misses of the first lines. */
function nearMissesOf(lines: readonly Bytes[]): Bytes[] {
  const alike = new Map<string, Bytes>()
  for (const line of lines) if (!alike.has(shapeOf(line))) alike.set(shapeOf(line), line)
  const misses = [...alike.values()].slice(0, maxMissed).flatMap(nearMisses)
  return [...new Set(misses)].filter((miss) => !lines.includes(miss))
}

const chunksOf = (lines: readonly Bytes[], size: number): Answers[] =>
  Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => lines.slice(at * size, (at + 1) * size))

const shapeOf = (line: Bytes) => line.replace(/\d+/g, '0')

/** A new session; an earlier one with more lines; or one with other lines somewhere. */
const ways = ['anew', 'anew', 'on', 'on', 'on', 'changed'] as const

/** The number of likely lines with which a new session is continued before others. */
const maxTries = 30

/** How often a session is drawn that was played before: then hardly any other is left. */
const maxRepeats = 100

/** The most sessions that are remembered. */
const maxKnown = 1_000_000

interface InputOptions {
  readonly seed: number
  /** The most lines in a session. */
  readonly lines: number
  /** The most bytes in a line (default: no limit). */
  readonly longest?: number | undefined
  /** Lines that are sent once, and lines of which all near misses are, before random sessions begin. */
  readonly once?: readonly Bytes[]
  readonly missed?: readonly Bytes[]
  /** The words that end a session at once, as the choices have them: those that are found are added. */
  readonly ending?: Bytes[]
  /** The most sessions for those (default: as many as they take). */
  readonly most?: number
}

/** Draws the sessions of a search. Those that led to new replies are continued or changed more often. */
export class Inputs {
  readonly corpus = new Corpus()
  readonly #random: Random
  readonly #choices: Choices
  readonly #lines: number
  readonly #longest: number | undefined
  /** Lines to send before random sessions begin, and the most sessions for them. */
  #waiting: Answers[]
  #most: number
  readonly #systematic = new WeakSet<Answers>()
  /** The sessions so far, as they were drawn and as they were played, and those that the reference ended. */
  readonly #known = new Set<string>()
  readonly #ended = new Set<string>()
  readonly #ending: Bytes[]

  constructor(choices: Choices, options: InputOptions) {
    const { seed, lines, longest, once = [], missed = [], ending = [], most = Number.POSITIVE_INFINITY } = options
    this.#random = randomFrom(seed)
    this.#choices = choices
    this.#lines = lines
    this.#longest = longest
    this.#ending = ending
    // In no order, as a failure in few lines of such a session is easily shortened to these.
    const waiting = [...shuffled(this.#random, once), ...nearMissesOf(missed)]
    this.#waiting = lines === 0 ? [] : chunksOf(waiting, lines)
    this.#most = most
  }

  /** Draws a session: one that was not played before, if there is hardly a chance that none is left. */
  next(): Answers {
    const waiting = this.#most-- > 0 ? this.#waiting.shift() : undefined
    if (waiting !== undefined) {
      this.#systematic.add(waiting)
      return waiting
    }
    for (let repeats = 0; ; repeats++) {
      const lines = this.#upToEnd(this.#draw().map((line) => line?.slice(0, this.#longest) ?? null))
      const key = JSON.stringify(lines)
      if (this.#known.has(key) && repeats < maxRepeats) continue
      if (this.#known.size < maxKnown) this.#known.add(key)
      return lines
    }
  }

  /**
   * Learns from a session.
   * @param lines as `next` returned them: the reference may have ended before the last
   * @returns false if it was played before
   */
  note(lines: Answers, script: Script): boolean {
    const answers = answersOf(script)
    if (this.#systematic.has(lines)) this.#goOnBehind(lines, script)
    const key = JSON.stringify(answers)
    if (this.#known.has(key) && key !== JSON.stringify(lines)) return false
    this.corpus.note(script)
    if (this.#known.size < maxKnown) {
      this.#known.add(key)
      if (script.end.how === 'exit') this.#ended.add(key)
    }
    return true
  }

  /** Sends the lines that the reference did not read; and the line that ended the session alone, to see if it always does. */
  #goOnBehind(lines: Answers, script: Script) {
    const answers = answersOf(script)
    const rest = lines.slice(Math.max(1, answers.length))
    if (rest.length > 0) this.#waiting.unshift(rest)
    const last = answers.at(-1)
    if (script.end.how !== 'exit' || typeof last !== 'string') return
    if (answers.length > 1) this.#waiting.unshift([last])
    else this.#ending.push(last)
  }

  /** The lines that are sent: no more than those after which the reference is known to end. */
  #upToEnd(lines: Answers): Answers {
    const count = lines.findIndex((_, index) => this.#ended.has(JSON.stringify(lines.slice(0, index))))
    return count === -1 ? lines : lines.slice(0, count)
  }

  #draw(): Answers {
    const random = this.#random
    const most = this.#lines
    const way = pick(random, ways)
    // Ends the input after the lines.
    const ends = random(2) === 0
    const end = ({ lines, isOver }: Typed) => [...lines.slice(0, most), ...(ends && !isOver ? [null] : [])]
    const earlier = way === 'anew' ? undefined : this.#earlier()
    if (earlier === undefined) return end(typeLines(random, this.#choices, [], random(most + 1)))
    const { lines: known, next = [] } = earlier
    /** The number of random lines that an earlier session gets, at its end or where it is changed. */
    const few = pick(random, [0, 1, 1, 2, 4, 8, most])
    const longer = [...withoutEnd(known), ...next]
    if (way === 'on' && longer.length <= most)
      return end(typeLines(random, this.#choices, longer, Math.min(few, most - longer.length)))
    const cut = random(known.length + 1)
    const begun = typeLines(random, this.#choices, withoutEnd(known.slice(0, cut)), Math.min(few, most - cut))
    // A repeated line may exceed the limit.
    const room = Math.max(0, most - begun.lines.length)
    const rest = begun.isOver ? [] : known.slice(cut + pick(random, [0, 1, 2, 4, 8, 16])).slice(0, room)
    return rest.length > 0 ? [...begun.lines, ...rest] : end(begun)
  }

  /** A session with a new reply: one that was hardly continued, with the next likely line; or one of the newest. */
  #earlier(): { lines: Answers; next?: readonly Bytes[] } | undefined {
    if (this.#random(3) === 0) return this.corpus.recent(this.#random)
    const discovery = this.corpus.leastTried(Math.min(maxTries, this.#choices.likely.length))
    if (discovery === undefined) return undefined
    const { lines } = discovery
    let choices = this.#choices
    for (const line of withoutEnd(lines)) if (!choices.isOver) choices = choices.after(line)
    const { likely, isOver } = choices
    return { lines, next: isOver ? [] : likely.slice(discovery.tries++ % likely.length).slice(0, 1) }
  }
}

/** Sessions of random moves and refused lines, up to the end of the game or not. */
export function randomMoves(game: Game<unknown>, seed: number, count: number): Bytes[][] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () =>
    withoutEnd(typeLines(random, choicesOfGame(game), [], random(81), ['other']).lines),
  )
}

/** A length for random sessions: twice that of the longest of five sample games, so that many reach their end. */
export async function usualLength(game: Game<unknown>): Promise<number> {
  const random = randomFrom(1)
  const sample = () => typeLines(random, choicesOfGame(game), [], maxLines)
  const games = await inTurns(mapInSteps(Array.from({ length: 5 }), 1, sample))
  const lengths = games.flatMap(({ lines, isOver }) => (isOver ? [2 * lines.length] : []))
  return Math.min(maxLines, Math.max(minLines, ...lengths))
}

/** A sample game may never end. */
const maxLines = 500
const minLines = 60
