import type { Text, Variation } from '../../reference/game.ts'
import { type Bytes, toBytes } from './bytes.ts'
import { mostForms } from './limits.ts'

/** Matches a `Text` against bytes as they arrive. */
export interface Matcher {
  /**
   * Reads the bytes that come next.
   * @returns how many it has taken: up to a complete text, to the first wrong byte, or all
   */
  feed(bytes: Bytes): number
  /** `complete`: the bytes are one of the texts; `partial`: they are the beginning of one; `wrong`: neither. */
  readonly state: 'partial' | 'complete' | 'wrong'
  /** The names of the variations that the bytes use; none unless they are complete. */
  readonly variations: ReadonlySet<string>
}

const anything: Matcher = { feed: ({ length }) => length, state: 'complete', variations: new Set() }

/**
 * @param text the allowed texts; `null`: any
 * @param whole whether the text ends only where the bytes end; otherwise it ends as soon as the next byte does not belong
 *   to it
 */
export function matcher(text: Text | null, whole: boolean): Matcher {
  if (text === null) return anything
  return typeof text === 'string' ? literal(toBytes(text), whole) : new Remembering(text, whole)
}

/** The knowledge of a text from earlier matches. */
interface Known {
  /** The state before the first byte. */
  start?: Matcher['state']
  /** Some of its complete forms, with their variations. */
  readonly forms: Map<Bytes, ReadonlySet<string>>
}

const knownTexts = { whole: new WeakMap<object, Known>(), part: new WeakMap<object, Known>() }

function knownOf(text: Exclude<Text, string>, whole: boolean): Known {
  const texts = whole ? knownTexts.whole : knownTexts.part
  const found = texts.get(text) ?? { forms: new Map() }
  texts.set(text, found)
  return found
}

/**
 * Matches a text with variations. Programs nearly always say the same in the same place, so a form that came in one piece and
 * was matched byte by byte once is compared as a string from then on.
 */
class Remembering implements Matcher {
  readonly #text: Exclude<Text, string>
  readonly #whole: boolean
  readonly #known: Known
  #hasRead = false
  /** All that was read, as long as it is a form that was known. */
  #form: readonly [Bytes, ReadonlySet<string>] | undefined
  /** The automaton after all that was read; made when it is first needed. */
  #automaton: Automaton | undefined

  constructor(text: Exclude<Text, string>, whole: boolean) {
    this.#text = text
    this.#whole = whole
    this.#known = knownOf(text, whole)
  }

  feed(bytes: Bytes): number {
    if (bytes === '') return 0
    const isFirst = !this.#hasRead
    this.#hasRead = true
    if (isFirst) this.#form = this.#knownForm(bytes)
    if (isFirst && this.#form !== undefined) return this.#form[0].length
    const reader = this.#byteByByte()
    const length = reader.feed(bytes)
    // A form that a longer text may continue cannot be told by its beginning.
    if (isFirst && reader.state === 'complete' && (this.#whole || reader.isAtEnd))
      this.#remember(bytes.slice(0, length), reader.variations)
    return length
  }

  get state() {
    if (this.#form !== undefined) return 'complete'
    if (this.#automaton !== undefined) return this.#automaton.state
    this.#known.start ??= automaton(this.#text, this.#whole).state
    return this.#known.start
  }

  get variations() {
    return this.#form?.[1] ?? this.#byteByByte().variations
  }

  #knownForm(bytes: Bytes) {
    const isHere = (form: Bytes) => (this.#whole ? bytes === form : bytes.startsWith(form))
    for (const entry of this.#known.forms) if (isHere(entry[0])) return entry
    return undefined
  }

  #remember(form: Bytes, variations: ReadonlySet<string>) {
    const { forms } = this.#known
    if (forms.size === mostForms) forms.clear()
    // A slice would keep all that it was cut from.
    forms.set(Buffer.from(form, 'latin1').toString('latin1'), variations)
  }

  /** The automaton, after all that was read. */
  #byteByByte(): Automaton {
    this.#automaton ??= automaton(this.#text, this.#whole)
    if (this.#form !== undefined) this.#automaton.feed(this.#form[0])
    this.#form = undefined
    return this.#automaton
  }
}

/**
 * A Thompson automaton whose live threads say after every byte whether the output is complete, can still become right, or
 * never will be. Threads with fewer variations come first, so `variations` names only those that were needed.
 */
interface Automaton extends Matcher {
  /** The text is complete, and no more of it can follow. */
  readonly isAtEnd: boolean
}

function automaton(text: Exclude<Text, string>, whole: boolean): Automaton {
  let threads = follow([{ node: compile(text, end), variations: new Set() }])

  return {
    feed(bytes) {
      for (let offset = 0; offset < bytes.length; offset++) {
        const byte = bytes.charCodeAt(offset)
        const moved = threads.flatMap(({ node, variations }) =>
          node.byte === byte ? node.next.map((next) => ({ node: next, variations })) : [],
        )
        const next = follow(moved)
        if (!whole && completed(threads) && !completed(next)) return offset
        threads = next
        if (next.length === 0) return offset
      }
      return bytes.length
    },
    get state() {
      if (threads.length === 0) return 'wrong'
      return completed(threads) ? 'complete' : 'partial'
    },
    get variations() {
      return completed(threads)?.variations ?? new Set()
    },
    get isAtEnd() {
      return threads.length === 1
    },
  }
}

const none: ReadonlySet<string> = new Set()

/** Matches a text without variations. Most are: a comparison of strings is many times as fast as an automaton. */
function literal(text: Bytes, whole: boolean): Matcher {
  let right = 0
  let isWrong = false
  return {
    feed(bytes) {
      if (isWrong) return 0
      const length = Math.min(bytes.length, text.length - right)
      const expected = text.slice(right, right + length)
      const same = bytes.startsWith(expected) ? length : firstDifference(bytes, expected)
      right += same
      isWrong = same < length || (whole && same < bytes.length)
      return same
    },
    get state() {
      if (isWrong) return 'wrong'
      return right === text.length ? 'complete' : 'partial'
    },
    variations: none,
  }
}

function firstDifference(one: Bytes, other: Bytes): number {
  for (let index = 0; ; index++) if (one[index] !== other[index]) return index
}

/** A byte to match, or where to go on without one, in order of preference. */
interface Node {
  readonly byte?: number
  readonly next: readonly Node[]
  /** The variation that is used from here on. */
  readonly uses?: string
}

/** The node that a complete text leads to. */
const end: Node = { next: [] }

interface Thread {
  readonly node: Node
  readonly variations: ReadonlySet<string>
}

const completed = (threads: readonly Thread[]) => threads.find(({ node }) => node === end)

/** Goes on to the nodes that need another byte. The best way to each node comes first and is kept. */
function follow(starts: readonly Thread[]): Thread[] {
  const seen = new Set<Node>()
  const threads: Thread[] = []
  const visit = (node: Node, variations: ReadonlySet<string>) => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.byte !== undefined || node === end) threads.push({ node, variations })
    const used = node.uses === undefined ? variations : new Set(variations).add(node.uses)
    if (node.byte === undefined) for (const next of node.next) visit(next, used)
  }
  for (const { node, variations } of starts) visit(node, variations)
  return threads
}

/** @returns the node that begins a text after which comes `next` */
function compile(text: Text, next: Node): Node {
  if (typeof text === 'string')
    return [...toBytes(text)].reduceRight<Node>((next, byte) => ({ byte: byte.charCodeAt(0), next: [next] }), next)
  return text.reduceRight<Node>(
    (next, part) => (typeof part === 'string' ? compile(part, next) : choice(part, next)),
    next,
  )
}

/** The exact form first; then, marked as used, what else is allowed here. */
function choice({ name, oneOf, times, exact = '' }: Variation, next: Node): Node {
  const again: Node[] = []
  const starts = oneOf.map((one) => compile(one, times === '?' ? next : { next: again }))
  again.push(...starts, next)
  const varied = { next: times === '+' ? starts : [...starts, next], uses: name }
  return { next: [compile(exact, next), varied] }
}
