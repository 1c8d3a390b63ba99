import type { Text, Variation } from '../../reference/game.ts'
import { type Bytes, toBytes } from './bytes.ts'

/**
 * Matches a `Text` against bytes as they arrive: a Thompson automaton whose live threads say after every byte whether the
 * output is complete, can still become right, or never will be. Threads with fewer variations come first, so `variations`
 * names only those that were needed.
 */
export interface Matcher {
  /**
   * Reads bytes from `from` on.
   * @returns the offset where it stopped: after a complete text, at the first wrong byte, or at the end of the bytes
   */
  feed(bytes: Bytes, from: number): number
  /** `complete`: the bytes are one of the texts; `partial`: they are the beginning of one; `wrong`: neither. */
  readonly state: 'partial' | 'complete' | 'wrong'
  /** The names of the variations that the bytes use. */
  readonly variations: ReadonlySet<string>
}

/**
 * @param text the allowed texts
 * @param whole whether the text ends only where the bytes end; otherwise it ends as soon as the next byte does not belong
 *   to it
 */
export function matcher(text: Text, whole: boolean): Matcher {
  let threads = follow([{ node: compile(text, end), variations: new Set() }])

  return {
    feed(bytes, from) {
      for (let offset = from; offset < bytes.length; offset++) {
        const [only] = threads
        if (only !== undefined && threads.length === 1) {
          const ahead = inCommon(only.node.text.slice(0, -1), bytes, offset)
          if (ahead > 0) threads = [{ ...only, node: skip(only.node, ahead) }]
          offset += ahead
          if (offset === bytes.length) break
        }
        const next = follow(threads.flatMap(step(bytes[offset])))
        if (!whole && completed(threads) && !completed(next)) return offset
        threads = next
        if (next.length === 0) return offset
      }
      return bytes.length
    },
    get state() {
      return threads.length === 0 ? 'wrong' : completed(threads) ? 'complete' : 'partial'
    },
    get variations() {
      return completed(threads)?.variations ?? new Set()
    },
  }
}

/** Some bytes to match, or where to go on without any, in order of preference. */
interface Node {
  readonly text: Bytes
  readonly next: readonly Node[]
  /** The variation that is used from here on. */
  readonly uses?: string
  /** What remains of it when its first byte has been matched. */
  rest?: Node
}

/** The node that a complete text leads to. */
const end: Node = { text: '', next: [] }

interface Thread {
  readonly node: Node
  readonly variations: ReadonlySet<string>
}

const completed = (threads: readonly Thread[]) => threads.find(({ node }) => node === end)

/** How many bytes of a text are next: in the middle of a plain text, where most bytes are, there is one way to go on. */
function inCommon(text: Bytes, bytes: Bytes, from: number): number {
  let count = 0
  while (count < text.length && text[count] === bytes[from + count]) count++
  return count
}

const skip = ({ text, next }: Node, count: number): Node => ({ text: text.slice(count), next })

const step =
  (byte: string | undefined) =>
  ({ node, variations }: Thread): Thread[] => {
    if (byte === undefined || node.text[0] !== byte) return []
    if (node.text.length === 1) return node.next.map((node) => ({ node, variations }))
    // Threads that meet here must find the same node.
    node.rest ??= skip(node, 1)
    return [{ node: node.rest, variations }]
  }

/** Goes on to the nodes that need another byte. The best way to each node comes first and is kept. */
function follow(starts: readonly Thread[]): Thread[] {
  const seen = new Set<Node>()
  const threads: Thread[] = []
  const visit = (node: Node, variations: ReadonlySet<string>) => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.text !== '' || node === end) threads.push({ node, variations })
    const used = node.uses === undefined ? variations : new Set(variations).add(node.uses)
    if (node.text === '') for (const next of node.next) visit(next, used)
  }
  for (const { node, variations } of starts) visit(node, variations)
  return threads
}

/** @returns the node that begins a text after which comes `next` */
function compile(text: Text, next: Node): Node {
  const parts = typeof text === 'string' ? [text] : text
  return parts.reduceRight((next, part) => (typeof part === 'string' ? literal(part, next) : choice(part, next)), next)
}

const literal = (text: string, next: Node): Node => (text === '' ? next : { text: toBytes(text), next: [next] })

/** The exact form first; then, marked as used, what else is allowed here. */
function choice({ name, oneOf, times, exact = '' }: Variation, next: Node): Node {
  const again: Node[] = []
  const starts = oneOf.map((one) => compile(one, times === '?' ? next : { text: '', next: again }))
  again.push(...starts, next)
  const varied = { text: '', next: times === '+' ? starts : [...starts, next], uses: name }
  return { text: '', next: [literal(exact, next), varied] }
}
