import type { Game } from '../../../reference/game.ts'
import { groupsBy } from '../../base/collections.ts'
import { type Random, randomFrom, shuffled } from '../../base/random.ts'
import { mapInSteps, runInSteps } from '../../base/steps.ts'
import { type Answers, type Bytes, type Lines, toBytes, toReadable, toText, withoutEnd } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { type Choices, choicesOfGame } from './choices.ts'

/** Besides likely lines: refused here or typed elsewhere; near misses; arbitrary characters; repeats of recent lines. */
const kinds = ['other', 'near', 'odd', 'again'] as const
type Kind = (typeof kinds)[number] | 'likely'

const inserted = ['', ' ', '\t', '\r', '0', '1', '9', '-', '+', 'x', 'é', '４']
/** Some leading zeros, or enough to overflow a buffer. */
const insertedTimes = [1, 1, 1, 1, 2, 3, 300, 5000]

/** How many of the last lines are repeated, and how often: some faults only show once something has grown. */
const repeatedLines = [1, 2, 4]
const repetitions = [1, 2, 4, 8]

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

/** A session may be over before the last line. */
const after = (start: Choices, lines: Lines): Choices =>
  lines.reduce((choices, line) => (choices.isOver ? choices : choices.after(line)), start)

/** Types given lines, then random ones until the session is over. Before the last, avoids those known to end it at once. */
function typeLines(random: Random, start: Choices, before: Lines, count: number, others: readonly Kind[]) {
  const lines = [...before]
  let choices = after(start, before)
  for (let left = count; left > 0 && !choices.isOver; left--) {
    const kind = random(5) < 4 ? 'likely' : pick(random, others)
    const again = kind === 'again' ? lines.slice(-pick(random, repeatedLines)) : []
    const next =
      again.length > 0
        ? Array.from({ length: pick(random, repetitions) }, () => again).flat()
        : [lineOf(random, choices, kind, left > 1)]
    for (const line of next) {
      if (choices.isOver) break
      lines.push(line)
      choices = choices.after(line)
    }
  }
  return { lines, isOver: choices.isOver }
}

function lineOf(random: Random, choices: Choices, kind: Kind, mustContinue: boolean): Bytes {
  if (kind === 'odd') return oddLine(random)
  const { likely, last } = choices
  const nonEnding = (lines: Lines) => lines.filter((line) => !last.includes(line))
  // A game may take long to list its refused lines.
  const others = () => (mustContinue ? nonEnding(choices.others) : choices.others)
  const wanted = kind === 'other' ? others() : !mustContinue && random(4) === 0 ? last : nonEnding(likely)
  const among = [wanted, nonEnding(likely), likely].find((lines) => lines.length > 0) ?? others()
  const line = among.length === 0 ? '' : pick(random, among)
  return kind === 'near' ? changed(random, line) : line
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
  // Splits no character in UTF-8.
  const characters = [...toText(line)]
  const insertion = pick(random, inserted).repeat(pick(random, insertedTimes))
  return toBytes(characters.toSpliced(random(characters.length + 1), random(3), insertion).join(''))
}

/** What a program that reads too loosely takes for this line. */
function nearMisses(line: Bytes): Bytes[] {
  const text = toText(line)
  const numbers = [...text.matchAll(/\d+/g)].flatMap(({ index }) =>
    ['0', '+', '-'].map((sign) => text.slice(0, index) + sign + text.slice(index)),
  )
  const blanks = [text.replaceAll(' ', '  '), text.replaceAll(' ', '\t'), ` ${text}`, `${text} `]
  return [...blanks, ...numbers, withOtherCase(text)].map(toBytes)
}

/** Shortens a line, and splits no character: the one that holds the first byte too many goes as a whole. */
const cut = (line: Bytes, maxBytes: number): Bytes =>
  line.length <= maxBytes ? line : line.slice(0, maxBytes + 1).replace(/(?:[\xc0-\xff]?[\x80-\xbf]+|.)$/s, '')

const maxMissed = 20

/** All near misses of the first lines; one line stands for all that differ only in their numbers. */
function nearMissesOf(lines: Lines): Bytes[] {
  const alike = groupsBy(lines, (line) => line.replace(/\d+/g, '0')).slice(0, maxMissed)
  const misses = alike.flatMap(([line]) => nearMisses(line))
  return [...new Set(misses)].filter((miss) => !lines.includes(miss))
}

/** A session that led to a new kind of reply. */
interface Discovery {
  /** Those after which the reply comes; shorter ones replace them. */
  lines: Answers
  /** How often the session was continued, with another likely line each time. */
  tries: number
}

/** Keeps the sessions that led to something new: others continue these, and so get deep into a program step by step. */
class Corpus {
  readonly #byFeature = new Map<string, Discovery>()
  readonly replies = new Set<Bytes>()

  /** Notes of each turn the kind of its reply with its count in a row, as some programs count, and with the kind before. */
  note(script: Script) {
    const lines = answersOf(script)
    let before = ''
    let row = 0
    // What varies makes no reply new.
    for (const [index, { output }] of exactly(script, '#').turns.entries()) {
      const kind = kindOfReply(output, lines[index - 1] ?? '')
      row = kind === before ? row + 1 : 1
      this.#note(`${row} ${kind}`, lines.slice(0, index))
      this.#note(`${before}\n→${kind}`, lines.slice(0, index))
      this.replies.add(output)
      before = kind
    }
  }

  #note(feature: string, lines: Answers) {
    const known = this.#byFeature.get(feature)
    if (known === undefined) this.#byFeature.set(feature, { lines, tries: 0 })
    else if (lines.length < known.lines.length) known.lines = lines
  }

  /** Draws one of the newest 1, 2, 4 … discoveries, or of all; each of these numbers is equally likely. */
  recent(random: Random): Discovery | undefined {
    const discoveries = [...this.#byFeature.values()]
    if (discoveries.length === 0) return undefined
    const scales = Math.floor(Math.log2(discoveries.length)) + 1
    return discoveries.at(-1 - random(Math.min(discoveries.length, 2 ** random(scales + 1))))
  }

  /** Returns the newest discovery that was not tried often enough, or else the one tried least. */
  leastTried(enough: number): Discovery | undefined {
    const discoveries = [...this.#byFeature.values()]
    const least = discoveries.reduce((fewest, { tries }) => Math.min(fewest, tries), Number.POSITIVE_INFINITY)
    return discoveries.findLast(({ tries }) => tries < Math.max(enough, least + 1))
  }
}

/** A reply without its numbers, and without the words of the line that it answers, in any case. */
function kindOfReply(output: Bytes, answer: Bytes): string {
  const word = /[\p{L}\p{N}]+/gu
  const typed = new Set(toReadable(answer).toLowerCase().match(word))
  const text = toReadable(output).toLowerCase()
  return text.replace(word, (found) => (typed.has(found) ? '…' : found)).replace(/\d+/g, '0')
}

/** How many likely lines to try after a new session before moving on. */
const maxTries = 30

/** How often a session that was played before is drawn again: then hardly any other is left. */
const maxRepeats = 100

/** What is typed in a search. */
export interface Typing {
  readonly choices: Choices
  /** Each is sent once before random sessions begin. */
  readonly words: Lines
  /** Probably accepted: all near misses of them are sent before random sessions begin. */
  readonly legal: Lines
  /** Gets the lines that turn out to end a session at once. Choices of words share it, as `last`; those of a game do not. */
  readonly ending: Bytes[]
  /** In each session. */
  readonly maxLines: number
}

/** Draws the sessions of a search. Those that led to new replies are continued or changed more often. */
export class Inputs {
  readonly #corpus = new Corpus()
  readonly #typing: Typing
  readonly #maxBytes: number
  readonly #random: Random
  /** What to send before random sessions begin, and the sessions in which that was sent. */
  readonly #waiting: Answers[]
  readonly #systematic = new WeakSet<Answers>()
  #systematicLeft: number
  /** Sessions as they were drawn and as they were played, and those that the reference ended. */
  readonly #known = new Set<string>()
  readonly #ended = new Set<string>()

  /** @param maxBytes in each line (default: no limit) */
  constructor(typing: Typing, seed: number, runs: number, maxBytes = Number.POSITIVE_INFINITY) {
    this.#typing = typing
    this.#maxBytes = maxBytes
    this.#random = randomFrom(seed)
    const { words, legal, maxLines } = typing
    // In any order: a failure in few lines of such a session is easily shortened to these.
    const lines = [...shuffled(this.#random, words), ...nearMissesOf(legal)]
    const waiting = lines.map((line) => cut(line, maxBytes))
    const size = Math.max(1, maxLines)
    const count = Math.ceil(waiting.length / size)
    this.#waiting = Array.from({ length: count }, (_, at) => waiting.slice(at * size, (at + 1) * size))
    this.#systematicLeft = maxLines === 0 ? 0 : Math.ceil(runs / 2)
  }

  get replyCount(): number {
    return this.#corpus.replies.size
  }

  /** Draws a session that was not played before, unless hardly any is left. */
  next(): Answers {
    const waiting = this.#systematicLeft-- > 0 ? this.#waiting.shift() : undefined
    if (waiting !== undefined) {
      this.#systematic.add(waiting)
      return waiting
    }
    for (let repeats = 0; ; repeats++) {
      const lines = this.#upToEnd(this.#draw().map((line) => line && cut(line, this.#maxBytes)))
      const key = JSON.stringify(lines)
      if (this.#known.has(key) && repeats < maxRepeats) continue
      this.#known.add(key)
      return lines
    }
  }

  /** Learns from a session. @param lines as `next` returned them: the reference may have ended before the last */
  note(lines: Answers, script: Script) {
    if (this.#systematic.has(lines)) this.#queueUnread(lines, script)
    this.#corpus.note(script)
    const key = JSON.stringify(answersOf(script))
    this.#known.add(key)
    if (script.end.how === 'exit') this.#ended.add(key)
  }

  /** Sends the lines that the reference did not read; and the line that ended the session alone, to see if it always does. */
  #queueUnread(lines: Answers, script: Script) {
    const answers = answersOf(script)
    const rest = lines.slice(Math.max(1, answers.length))
    if (rest.length > 0) this.#waiting.unshift(rest)
    const last = answers.at(-1)
    if (script.end.how !== 'exit' || typeof last !== 'string') return
    if (answers.length > 1) this.#waiting.unshift([last])
    else this.#typing.ending.push(last)
  }

  /** No more lines than those after which the reference is known to end. */
  #upToEnd(lines: Answers): Answers {
    const count = lines.findIndex((_, index) => this.#ended.has(JSON.stringify(lines.slice(0, index))))
    return count === -1 ? lines : lines.slice(0, count)
  }

  /** A new session, or an earlier one with more lines, at its end or, more rarely, in place of others. */
  #draw(): Answers {
    const random = this.#random
    const { choices, maxLines } = this.#typing
    const known = random(3) === 0 ? [] : this.#earlier()
    const cut = random(4) === 0 ? random(known.length + 1) : known.length
    const count = known.length === 0 ? random(maxLines + 1) : pick(random, [0, 1, 1, 2, 4, 8, maxLines])
    const begun = typeLines(random, choices, known.slice(0, cut), Math.min(count, maxLines - cut), kinds)
    const rest = begun.isOver ? [] : known.slice(cut + pick(random, [0, 1, 2, 4, 8, 16]))
    const lines = [...begun.lines, ...rest].slice(0, maxLines)
    return begun.isOver || random(2) === 0 ? lines : [...lines, null]
  }

  /** A session with a new reply: one that was hardly continued, with the next likely line; or one of the newest. */
  #earlier(): Lines {
    if (this.#random(3) === 0) return withoutEnd(this.#corpus.recent(this.#random)?.lines ?? [])
    const { choices } = this.#typing
    const discovery = this.#corpus.leastTried(Math.min(maxTries, choices.likely.length))
    if (discovery === undefined) return []
    const lines = withoutEnd(discovery.lines)
    const { likely, isOver } = after(choices, lines)
    const next = isOver ? undefined : likely[discovery.tries % likely.length]
    discovery.tries++
    return next === undefined ? lines : [...lines, next]
  }
}

/** Sessions of random moves and refused lines, up to the end of the game or not. */
export function randomMoves(game: Game<unknown>, seed: number, count: number): Bytes[][] {
  const random = randomFrom(seed)
  const one = () => typeLines(random, choicesOfGame(game), [], random(81), ['other']).lines
  return Array.from({ length: count }, one)
}

/** A sample game may never end. */
const maxLines = 500
const minLines = 60

/** Returns twice the length of the longest of five sample games: of random sessions so long, many reach their end. */
export async function usualLength(game: Game<unknown>): Promise<number> {
  const random = randomFrom(1)
  const sample = () => typeLines(random, choicesOfGame(game), [], maxLines, ['other'])
  const games = await runInSteps(mapInSteps(Array.from({ length: 5 }), 1, sample))
  const lengths = games.flatMap(({ lines, isOver }) => (isOver ? [2 * lines.length] : []))
  return Math.min(maxLines, Math.max(minLines, ...lengths))
}
