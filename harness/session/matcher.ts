import { exact, type Variation } from '../../reference/game.ts'
import { linesIn } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes } from './bytes.ts'
import type { Expected, Varying } from './session.ts'

/** How many forms of one text are remembered: a program may write ever new ones. */
const maxForms = 50

/** The most steps of matching an output with varying places, and those for each of its bytes: a second or two at the most. */
const maxMatchSteps = 1_000_000
const maxStepsOfByte = 20

/** Matches an expected output against bytes as they arrive. */
export interface Matcher extends Match {
  /**
   * Reads the next bytes. Once it has returned fewer than all, it must not be called again.
   * @returns how many of them belong to the text: those up to its end or the first wrong byte, or all
   */
  feed(bytes: Bytes): number
  /** `complete`: the bytes are an allowed text; `partial`: they begin one; `wrong`: neither. */
  readonly state: 'partial' | 'complete' | 'wrong'
}

interface Match {
  /** The names of the variations used; empty unless the text is complete. */
  readonly variations: ReadonlySet<string>
  /** The varying places that were read completely, and what was read there. */
  readonly places: readonly { readonly varying: Varying; readonly text: Bytes }[]
}

const plain: Match = { variations: new Set(), places: [] }
const anything: Matcher = { feed: ({ length }) => length, state: 'complete', ...plain }

/**
 * Makes a matcher.
 * @param text the allowed texts; `null` for any
 * @param whole whether the text must take all bytes; false: it ends before the first byte that does not belong to it
 */
export function matcher(text: Expected | null, whole: boolean): Matcher {
  if (text === null) return anything
  return typeof text === 'string' ? literal(toBytes(text), whole) : new CachingMatcher(text, whole)
}

/** What earlier matches have shown of a text. */
interface Known {
  start?: Matcher['state']
  /** By the form, or, if it could have been longer, by the form and the byte behind it. */
  readonly forms: Map<Bytes, Match & { readonly form: Bytes }>
}

const knownTexts = { whole: new WeakMap<object, Known>(), part: new WeakMap<object, Known>() }

function knownOf(text: Exclude<Expected, string>, whole: boolean): Known {
  const texts = whole ? knownTexts.whole : knownTexts.part
  const found = texts.get(text) ?? { forms: new Map() }
  texts.set(text, found)
  return found
}

/**
 * Matches a text with variations. Programs nearly always write the same in the same place, so a form that came in one
 * piece is matched byte by byte only once, and compared as a string from then on.
 */
class CachingMatcher implements Matcher {
  readonly #text: Exclude<Expected, string>
  readonly #whole: boolean
  readonly #known: Known
  #hasRead = false
  /** Everything read so far, if it is a known form. */
  #form: (Match & { readonly form: Bytes }) | undefined
  /** The automaton after everything read so far; made when first needed. */
  #automaton: Automaton | undefined

  constructor(text: Exclude<Expected, string>, whole: boolean) {
    this.#text = text
    this.#whole = whole
    this.#known = knownOf(text, whole)
  }

  feed(bytes: Bytes): number {
    if (bytes === '') return 0
    const isFirst = !this.#hasRead
    this.#hasRead = true
    if (isFirst) this.#form = this.#knownForm(bytes)
    if (isFirst && this.#form !== undefined) return this.#form.form.length
    const reader = this.#byteByByte()
    const length = reader.feed(bytes)
    if (isFirst && reader.state === 'complete') {
      const isAtEnd = this.#whole || reader.isAtEnd
      // Only if it is clear that no longer form is there.
      if (isAtEnd || length < bytes.length)
        this.#remember(bytes.slice(0, isAtEnd ? length : length + 1), length, reader)
    }
    return length
  }

  get state() {
    if (this.#form !== undefined) return 'complete'
    if (this.#automaton !== undefined) return this.#automaton.state
    this.#known.start ??= automaton(this.#text, this.#whole).state
    return this.#known.start
  }

  get variations() {
    return this.#match.variations
  }

  get places() {
    return this.#match.places
  }

  get #match(): Match {
    return this.#form ?? this.#byteByByte()
  }

  #knownForm(bytes: Bytes) {
    if (this.#whole) return this.#known.forms.get(bytes)
    for (const [beginning, form] of this.#known.forms) if (bytes.startsWith(beginning)) return form
    return undefined
  }

  #remember(beginning: Bytes, length: number, { variations, places }: Match) {
    const { forms } = this.#known
    if (forms.size === maxForms) forms.clear()
    // A slice would keep the whole output in memory.
    const copy = Buffer.from(beginning, 'latin1').toString('latin1')
    forms.set(copy, { form: copy.slice(0, length), variations, places })
  }

  #byteByByte(): Automaton {
    this.#automaton ??= automaton(this.#text, this.#whole)
    if (this.#form !== undefined) this.#automaton.feed(this.#form.form)
    this.#form = undefined
    return this.#automaton
  }
}

/**
 * A Thompson NFA, simulated thread by thread: after each byte, its threads tell whether the output is complete, can still
 * become right, or is wrong. Threads with fewer variations come first, so that `variations` has only those that were needed.
 */
interface Automaton extends Matcher {
  /** For a complete text: it cannot go on. */
  readonly isAtEnd: boolean
}

function automaton(text: Exclude<Expected, string>, whole: boolean): Automaton {
  let threads = follow([{ node: compile(text, end), variations: new Set() }], 0)
  let steps = 0
  /** The best thread before the first wrong byte. */
  let lastRight: Thread | undefined
  let read = ''

  return {
    feed(bytes) {
      const before = read.length
      read += bytes
      for (let offset = 0; offset < bytes.length; offset++) {
        const byte = bytes.charCodeAt(offset)
        const moved = threads.flatMap(({ node, ...thread }) =>
          (node.byte === byte ? node.next : (node.reads?.(byte) ?? [])).map((next) => ({ node: next, ...thread })),
        )
        const next = follow(moved, before + offset + 1)
        // The text ends before the first byte that does not belong to it.
        if (!whole && completed(threads) && !completed(next)) return offset
        if (next.length === 0) lastRight = threads[0]
        threads = next
        if (next.length === 0) return offset
        steps += next.length
        if (steps > maxMatchSteps + maxStepsOfByte * read.length)
          throw new UsageError('# varies', 'takes too long to compare: there are too many ways to read the output')
      }
      return bytes.length
    },
    get state() {
      if (threads.length === 0) return 'wrong'
      return completed(threads) ? 'complete' : 'partial'
    },
    get variations() {
      return completed(threads)?.variations ?? plain.variations
    },
    get places() {
      const { marks } = completed(threads) ?? threads[0] ?? lastRight ?? {}
      return placesOf(marks, read)
    },
    get isAtEnd() {
      return threads.length === 1
    },
  }
}

/** Matches a text without variations, as most are: comparing strings is many times as fast as an automaton. */
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
    ...plain,
  }
}

function firstDifference(one: Bytes, other: Bytes): number {
  for (let index = 0; ; index++) if (one[index] !== other[index]) return index
}

/** A byte to match, or nodes to go to without one, best first. */
interface Node {
  readonly byte?: number
  readonly next: readonly Node[]
  /** For one of many bytes: the nodes to go to. */
  readonly reads?: (byte: number) => readonly Node[]
  /** The variation that starts here. */
  readonly uses?: string
  /** A varying place that starts or ends here. */
  readonly edge?: Varying
}

const end: Node = { next: [] }

interface Thread {
  readonly node: Node
  readonly variations: ReadonlySet<string>
  /** The last edge that the thread has passed. */
  readonly marks?: Mark | undefined
}

/** An edge that a thread has passed, its offset, and the edge before it. */
interface Mark {
  readonly edge: Varying
  readonly at: number
  readonly before: Mark | undefined
}

const completed = (threads: readonly Thread[]) => threads.find(({ node }) => node === end)

/**
 * Moves threads to the nodes that need a byte. Keeps the best way to each node.
 * @param at the number of bytes read
 */
function follow(starts: readonly Thread[], at: number): Thread[] {
  const seen = new Set<Node>()
  const threads: Thread[] = []
  const visit = ({ node, variations, marks }: Thread) => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.byte !== undefined || node.reads || node === end) {
      threads.push({ node, variations, marks })
      return
    }
    const used = node.uses === undefined ? variations : new Set(variations).add(node.uses)
    const passed = node.edge === undefined ? marks : { edge: node.edge, at, before: marks }
    for (const next of node.next) visit({ node: next, variations: used, marks: passed })
  }
  starts.forEach(visit)
  return threads
}

/** The places between these edges. */
function placesOf(last: Mark | undefined, read: Bytes): Match['places'] {
  const passed: Mark[] = []
  for (let mark = last; mark !== undefined; mark = mark.before) passed.push(mark)
  const places: Match['places'][number][] = []
  let start: number | undefined
  for (const { edge, at } of passed.reverse()) {
    if (start !== undefined) places.push({ varying: edge, text: read.slice(start, at) })
    start = start === undefined ? at : undefined
  }
  return places
}

/** Makes the nodes of a text that `next` follows, and returns the first. */
function compile(text: Expected, next: Node): Node {
  if (typeof text === 'string')
    return [...toBytes(text)].reduceRight<Node>((next, byte) => ({ byte: byte.charCodeAt(0), next: [next] }), next)
  return text.reduceRight<Node>(
    (next, part) =>
      typeof part === 'string' ? compile(part, next) : isVarying(part) ? place(part, next) : choice(part, next),
    next,
  )
}

/** The exact form first, then the other forms, marked as a variation. */
function choice({ name, oneOf, times, exact = '' }: Variation, next: Node): Node {
  const again: Node[] = []
  const starts = oneOf.map((one) => compile(one, times === '?' || times === '1' ? next : { next: again }))
  again.push(...starts, next)
  const varied = { next: times === '+' || times === '1' ? starts : [...starts, next], uses: name }
  return { next: [compile(exact, next), varied] }
}

function place(varying: Varying, next: Node): Node {
  const after: Node = { next: [next], edge: varying }
  const made = varying.states.map(({ reads, next: states }) => {
    const next: Node[] = []
    return { node: reads ? character(reads, next) : { next }, next, states }
  })
  for (const { next, states } of made) next.push(...states.map((state) => made[state]?.node ?? after))
  return { next: made.slice(0, 1).map(({ node }) => node), edge: varying }
}

/** Matches one character in UTF-8. */
function character(isOne: (code: number) => boolean, next: readonly Node[]): Node {
  /** @param least the smallest code point that needs this many bytes */
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
 * The allowed form of an output that is nearest to its right beginning: that itself, or its whole lines and the rest of the
 * exact form; else the exact form. Varying places have the text that a program wrote there.
 */
export function nearestForm(text: Expected, right: Bytes): Bytes {
  if (typeof text === 'string') return toBytes(text)
  if (text.some(isVarying)) {
    const match = matcher(text, true)
    match.feed(right)
    const found = new Map(match.places.map((place) => [place.varying, place.text]))
    return text.map((part) => (isVarying(part) ? found.get(part) : undefined) ?? toBytes(exact([part]))).join('')
  }
  const form = toBytes(exact(text))
  const [lines, written] = [linesIn(form), linesIn(right.slice(0, right.lastIndexOf('\n') + 1))]
  const found = written.reduce((count, line) => (line === lines[count] ? count + 1 : count), 0)
  const withRest = [written.length, found].map((count) => [...written, ...lines.slice(count)].join(''))
  const isAllowed = (bytes: Bytes) => {
    const match = matcher(text, true)
    return match.feed(bytes) === bytes.length && match.state === 'complete'
  }
  return [right, ...withRest].find(isAllowed) ?? form
}

export const isVarying = (part: string | Variation | Varying): part is Varying =>
  typeof part !== 'string' && 'states' in part
