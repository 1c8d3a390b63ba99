import type { Random } from '../../base/random.ts'
import { type Answers, type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script } from '../../session/session.ts'

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

  /**
   * Two features of each turn: the kind of its reply and how often it came in a row, as some programs count; and the kind
   * before.
   */
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
      this.#texts.add(output)
      before = kind
    }
  }

  #note(feature: string, lines: Answers) {
    const known = this.#byFeature.get(feature)
    if (known === undefined) {
      const discovery = { lines, tries: 0 }
      this.#byFeature.set(feature, discovery)
      this.#discoveries.push(discovery)
    } else if (lines.length < known.lines.length) known.lines = lines
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

/** A reply without its numbers, and without the words of the line that it answers, in any case. */
function kindOfReply(output: Bytes, answer: Bytes): string {
  const word = /[\p{L}\p{N}]+/gu
  const typed = new Set(toReadable(answer).toLowerCase().match(word))
  const text = toReadable(output).toLowerCase()
  return text.replace(word, (found) => (typed.has(found) ? '…' : found)).replace(/\d+/g, '0')
}
