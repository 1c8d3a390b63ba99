import type { Random } from '../../base/random.ts'
import { type Answers, type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script, type Turn } from '../../session/session.ts'

/** The most replies in memory. */
const maxReplies = 50_000

/** A session that led to a new kind of reply. */
interface Discovery {
  /** The shortest lines after which the reply comes. */
  lines: Answers
  /** How often the session was continued, with another likely line each time. */
  tries: number
}

/**
 * The replies of the reference so far, in the order of their first appearance, with lines that lead to them. Sessions
 * continue those that led to something new, and so get deep into a program step by step.
 */
export class Corpus {
  readonly #discoveries: Discovery[] = []
  readonly #byFeature = new Map<string, Discovery>()
  readonly #texts = new Set<string>()

  /** The number of different replies. */
  get replies(): number {
    return this.#texts.size
  }

  note(script: Script) {
    // What varies makes no reply new.
    const { turns } = exactly(script, '#')
    const lines = answersOf(script)
    for (const [index, features] of featuresOf(turns).entries()) {
      for (const feature of features) this.#note(feature, lines.slice(0, index))
      if (this.#texts.size < maxReplies) this.#texts.add(turns[index]?.output ?? '')
    }
  }

  #note(feature: string, lines: Answers) {
    const known = this.#byFeature.get(feature)
    if (known !== undefined) {
      if (lines.length < known.lines.length) known.lines = lines
    } else if (this.#discoveries.length < maxReplies) {
      const discovery = { lines, tries: 0 }
      this.#byFeature.set(feature, discovery)
      this.#discoveries.push(discovery)
    }
  }

  /** Draws one of the newest 1, 2, 4 … discoveries, or of all; each of these numbers is equally likely. */
  recent(random: Random): Discovery | undefined {
    const { length } = this.#discoveries
    if (length === 0) return undefined
    const scales = Math.floor(Math.log2(length)) + 1
    return this.#discoveries.at(-1 - random(Math.min(length, 2 ** random(scales + 1))))
  }

  /** The newest discovery that was not tried often enough, or else the one tried least. */
  leastTried(enough: number): Discovery | undefined {
    const fewer = (least: Discovery, discovery: Discovery) => (discovery.tries < least.tries ? discovery : least)
    const waiting = this.#discoveries.findLast(({ tries }) => tries < enough)
    return waiting ?? (this.#discoveries.length === 0 ? undefined : this.#discoveries.reduceRight(fewer))
  }
}

/** Two features of each turn: the kind of its reply and how often it came in a row, as some programs count; and the kind before. */
function featuresOf(turns: readonly Turn[]): string[][] {
  const kinds = turns.map(({ output }, index) => kindOfReply(output, turns[index - 1]?.answer ?? null))
  let row = 0
  return kinds.map((kind, index) => {
    const before = kinds[index - 1]
    row = kind === before ? row + 1 : 1
    return [`${row} ${kind}`, `${before}\n→${kind}`]
  })
}

/** A reply without its numbers, and without the line that it answers, in any case. */
function kindOfReply(output: Bytes, answer: Bytes | null): string {
  const typed = toReadable(answer ?? '')
    .trim()
    .toLowerCase()
  const text = toReadable(output).toLowerCase()
  // A sign, or part of a word, is no repetition of the line.
  const isWord = /[\p{L}\p{N}]/u.test(typed) && typed.length < 100
  const escaped = typed.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const repeated = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu')
  return (isWord ? text.replace(repeated, '…') : text).replace(/\d+/g, '0')
}
