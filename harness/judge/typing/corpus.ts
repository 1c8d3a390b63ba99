import type { Random } from '../../base/random.ts'
import { type Answers, type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script } from '../../session/session.ts'

/** A session that led to a new kind of reply. */
interface Discovery {
  /** Those after which the reply comes; shorter ones replace them. */
  lines: Answers
  /** How often the session was continued, with another likely line each time. */
  tries: number
}

/** Keeps the sessions that led to something new: others continue these, and so get deep into a program step by step. */
export class Corpus {
  readonly #byFeature = new Map<string, Discovery>()
  readonly #texts = new Set<string>()

  get replyCount(): number {
    return this.#texts.size
  }

  /** Notes two features of each turn: the kind of its reply with its number in a row, as some programs count, and the kind before. */
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
