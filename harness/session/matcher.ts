import type { Variation } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes } from './bytes.ts'
import type { Expected, Varying } from './session.ts'

/** How many forms of one text are remembered: a program may write ever new ones. */
const maxForms = 50

/** How many threads may be followed in an output, and for each of its bytes besides: a second or two. */
const maxMatchSteps = 1_000_000
const maxStepsOfByte = 20

/** Matches an expected output against bytes as they arrive. */
export interface Matcher {
  /**
   * Returns how many of the next bytes belong to the text: those up to its end or the first wrong byte, or all. Must not be
   * called again once it has returned fewer than all.
   */
  feed(bytes: Bytes): number
  /** `complete`: the bytes are an allowed text; `partial`: they begin one; `wrong`: neither. */
  readonly state: 'partial' | 'complete' | 'wrong'
  /** Names of those used; empty unless the text is complete. */
  readonly variations: ReadonlySet<string>
  /** How many varying places differ from the recorded example; 0 unless the text is complete. */
  readonly varied: number
}

const plain = { variations: new Set<string>(), varied: 0 }
const anything: Matcher = { feed: ({ length }) => length, state: 'complete', ...plain }

/**
 * @param text what is allowed; `null`: anything
 * @param whole whether the text must take all bytes; false: it ends before the first byte that does not belong to it
 */
export function matcher(text: Expected | null, whole: boolean): Matcher {
  if (text === null) return anything
  return typeof text === 'string' ? literal(toBytes(text), whole) : new Automaton(text, whole)
}

/** Matches a text without variations, as most are: comparing strings is many times as fast as an automaton. */
function literal(text: Bytes, whole: boolean): Matcher {
  let right = 0
  let isWrong = false
  return {
    feed(bytes) {
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
    ...plain,
  }
}

function firstDifference(one: Bytes, other: Bytes): number {
  for (let index = 0; ; index++) if (one[index] !== other[index]) return index
}

/** A varying place. */
interface Place {
  /** Its recorded text. */
  readonly example: Bytes
  readonly end: Node
}

/** A byte to match, or nodes to go to without one, best first. */
interface Node {
  readonly byte?: number
  readonly next: readonly Node[]
  /** Nodes to go to with one of many bytes. */
  readonly reads?: (byte: number) => readonly Node[]
  /** A variation starts here. */
  readonly uses?: string
  readonly starts?: Place
  /** A varying place with this recorded text ends here. */
  readonly ends?: Bytes
}

const end: Node = { next: [] }

/** One of the ways to read the output. */
interface Thread extends Pick<Matcher, 'variations' | 'varied'> {
  readonly node: Node
  /** It is in this varying place. */
  readonly place: Place | undefined
  /** Offset where its last varying place starts. */
  readonly since: number
}

const firstThread = (node: Node): Thread => ({ node, ...plain, place: undefined, since: 0 })
const completed = (threads: readonly Thread[]) => threads.find(({ node }) => node === end)

/** A text as an automaton. */
interface Compiled {
  /** Before the first byte. */
  readonly threads: readonly Thread[]
  /** Threads behind a form, by the form, or, if it could have been longer, by the form and the byte behind it. */
  readonly forms: Map<Bytes, { readonly length: number; readonly threads: readonly Thread[] }>
}

const compiled = (text: Exclude<Expected, string>): Compiled => ({
  threads: follow([firstThread(compile(text, end))], '', 0),
  forms: new Map(),
})
const compiledWhole = memoize(compiled, new WeakMap())
const compiledPart = memoize(compiled, new WeakMap())

/**
 * A Thompson NFA, simulated thread by thread: after each byte, its threads tell whether the output is complete, can still
 * become right, or is wrong. Threads with fewer variations come first, so that `variations` has only those that were needed.
 * Programs nearly always write the same in the same place, so a form that came in one piece is matched byte by byte only
 * once, and compared as a string from then on.
 */
class Automaton implements Matcher {
  readonly #whole: boolean
  readonly #forms: Compiled['forms']
  /** Ways to read the output, up to the first wrong byte. */
  #threads: readonly Thread[]
  #isWrong = false
  #read = ''
  #steps = 0

  constructor(text: Exclude<Expected, string>, whole: boolean) {
    this.#whole = whole
    const { threads, forms } = whole ? compiledWhole(text) : compiledPart(text)
    this.#threads = threads
    this.#forms = forms
  }

  feed(bytes: Bytes): number {
    if (bytes === '') return 0
    if (this.#read !== '') return this.#feed(bytes)
    const known = this.#knownForm(bytes)
    if (known === undefined) {
      const length = this.#feed(bytes)
      this.#remember(bytes, length)
      return length
    }
    this.#threads = known.threads
    this.#read = bytes.slice(0, known.length)
    return known.length
  }

  get state() {
    if (this.#isWrong) return 'wrong'
    return this.#complete === plain ? 'partial' : 'complete'
  }

  get variations() {
    return this.#complete.variations
  }

  get varied() {
    return this.#complete.varied
  }

  get #complete() {
    return (!this.#isWrong && completed(this.#threads)) || plain
  }

  /** Continues right bytes with the exact form. A varying place that is not read completely has the recorded example. */
  completion(right: Bytes): Bytes {
    const { node: first, place, since } = (completed(this.#threads) ?? this.#threads[0]) as Thread
    let form = place === undefined ? right : right.slice(0, since) + place.example
    for (let node = place?.end ?? first; node !== end; ) {
      if (node.byte !== undefined) form += String.fromCharCode(node.byte)
      form += node.starts?.example ?? ''
      node = node.starts?.end ?? (node.next[0] as Node)
    }
    return form
  }

  #feed(bytes: Bytes): number {
    const before = this.#read.length
    this.#read += bytes
    for (let offset = 0; offset < bytes.length; offset++) {
      const byte = bytes.charCodeAt(offset)
      const moved = this.#threads.flatMap(({ node, variations, varied, place, since }) =>
        (node.byte === byte ? node.next : (node.reads?.(byte) ?? [])).map(
          (next): Thread => ({ node: next, variations, varied, place, since }),
        ),
      )
      const next = follow(moved, this.#read, before + offset + 1)
      if (!this.#whole && completed(this.#threads) && !completed(next)) return offset
      this.#isWrong = next.length === 0
      if (this.#isWrong) return offset
      this.#threads = next
      this.#steps += next.length
      if (this.#steps > maxMatchSteps + maxStepsOfByte * this.#read.length)
        throw new UsageError('# varies', 'takes too long to compare: there are too many ways to read the output')
    }
    return bytes.length
  }

  #knownForm(bytes: Bytes) {
    if (this.#whole) return this.#forms.get(bytes)
    for (const [beginning, form] of this.#forms) if (bytes.startsWith(beginning)) return form
    return undefined
  }

  /** Remembers a complete form, if it is clear that it is no longer one. */
  #remember(bytes: Bytes, length: number) {
    const threads = this.#threads
    const isAtEnd = this.#whole || threads.length === 1
    if (this.state !== 'complete' || !(isAtEnd || length < bytes.length)) return
    if (this.#forms.size === maxForms) this.#forms.clear()
    // A slice would keep the whole output in memory.
    const beginning = Buffer.from(bytes.slice(0, isAtEnd ? length : length + 1), 'latin1').toString('latin1')
    this.#forms.set(beginning, { length, threads })
  }
}

/**
 * Moves threads to the nodes that need a byte. Keeps the best way to each node.
 * @param at how many bytes of the output they have read
 */
function follow(starts: readonly Thread[], output: Bytes, at: number): Thread[] {
  const seen = new Set<Node>()
  const threads: Thread[] = []
  const visit = (thread: Thread) => {
    const { node } = thread
    if (seen.has(node)) return
    seen.add(node)
    if (node.byte !== undefined || node.reads || node === end) {
      threads.push(thread)
      return
    }
    let { variations, varied, place, since } = thread
    if (node.uses !== undefined) variations = new Set(variations).add(node.uses)
    if (node.ends !== undefined) {
      if (at !== since + node.ends.length || !output.startsWith(node.ends, since)) varied++
      place = undefined
    }
    if (node.starts !== undefined) {
      place = node.starts
      since = at
    }
    for (const next of node.next) visit({ node: next, variations, varied, place, since })
  }
  starts.forEach(visit)
  return threads
}

/** Makes the nodes of a text before `next`, and returns the first. */
function compile(text: Expected, next: Node): Node {
  if (typeof text === 'string')
    return [...toBytes(text)].reduceRight<Node>((next, byte) => ({ byte: byte.charCodeAt(0), next: [next] }), next)
  return text.reduceRight<Node>(
    (next, part) =>
      typeof part === 'string' ? compile(part, next) : isVarying(part) ? place(part, next) : choice(part, next),
    next,
  )
}

/** Tries the exact form first, then the others, marked as a variation. */
function choice({ name, oneOf, times, exact = '' }: Variation, next: Node): Node {
  const again: Node[] = [next]
  const starts = oneOf.map((one) => compile(one, times === '?' || times === '1' ? next : { next: again }))
  again.push(...starts)
  const varied = { next: times === '+' || times === '1' ? starts : [...starts, next], uses: name }
  return { next: [compile(exact, next), varied] }
}

function place({ exact, states }: Varying, next: Node): Node {
  const example = toBytes(exact)
  const after: Node = { next: [next], ends: example }
  const made = states.map(({ reads, next: states }) => {
    const next: Node[] = []
    return { node: reads ? character(reads, next) : { next }, next, states }
  })
  for (const { next, states } of made) next.push(...states.map((state) => made[state]?.node ?? after))
  return { next: made.slice(0, 1).map(({ node }) => node), starts: { example, end: after } }
}

/** Matches one character in UTF-8. */
function character(isOne: (code: number) => boolean, next: readonly Node[]): Node {
  /** @param least smallest code point that needs so many bytes */
  const rest = (code: number, bytes: number, least: number): Node => ({
    next: [],
    reads(byte) {
      const known = code * 64 + (byte & 0x3f)
      if (byte < 0x80 || byte > 0xbf) return []
      if (bytes > 1) return [rest(known, bytes - 1, least)]
      return known >= least && isOne(known) ? next : []
    },
  })
  return {
    next: [],
    reads(byte) {
      if (byte < 0x80) return isOne(byte) ? next : []
      if (byte >= 0xf0) return [rest(byte & 0x07, 3, 0x10000)]
      return byte >= 0xe0 ? [rest(byte & 0x0f, 2, 0x800)] : [rest(byte & 0x1f, 1, 0x80)]
    },
  }
}

/**
 * Finds the allowed form of an output that is nearest to its beginning. A wrong line may begin as a variation does (`X` as a
 * board that may stand there), so of that line only varying places count.
 */
export function nearestForm(text: Expected, beginning: Bytes): Bytes {
  if (typeof text === 'string') return toBytes(text)
  const automaton = new Automaton(text, true)
  const begun = beginning.slice(0, automaton.feed(beginning))
  const form = automaton.completion(begun)
  if (form === beginning || text.some(isVarying)) return form
  const ofLines = new Automaton(text, true)
  const lines = begun.slice(0, begun.lastIndexOf('\n') + 1)
  ofLines.feed(lines)
  return ofLines.completion(lines)
}

export const isVarying = (part: string | Variation | Varying): part is Varying =>
  typeof part !== 'string' && 'states' in part
