import { compact, minifications } from '../entries/minify.ts'
import { bracketDeletions, characterDeletions, nodeDeletions, tokenDeletions } from './deletions.ts'
import { type Change, changed, type Edit, readSource, type Source, sizeOf } from './source.ts'
import { table } from './table.ts'
import type { Trials } from './trials.ts'

export interface SearchOptions {
  readonly trials: Trials
  /** Programs that are not tried (again): those that were refused. */
  readonly refused: Set<string>
  readonly isOver: () => boolean
  /** Called for every smaller program that passes its trials. */
  readonly onFind: (text: string, by: string) => void
}

/** A change and the name of the row that made it. */
interface Named {
  readonly by: string
  readonly change: Change
}

/** A program to try, and where the change that makes it stands among the others. */
interface Candidate {
  readonly text: string
  readonly by: string
  readonly index: number
}

/** Goes on from a program to smaller ones. */
type Step = (text: string, options: SearchOptions) => Promise<string>

/** The name of the step that is not in the table. */
export const minifier = 'a minifier'

/** How many programs are tried at a time. */
const atOnce = 2

/**
 * Looks for smaller programs that pass their trials, from one to the next, until there is none.
 * @returns the smallest
 */
export async function search(text: string, options: SearchOptions): Promise<string> {
  const rewritten = await repeat(text, [minify, rewrite], options)
  return repeat(rewritten, [...deletions, minify, rewrite], options)
}

/** Takes the steps in turn until none of them finds anything. */
async function repeat(text: string, steps: readonly Step[], options: SearchOptions): Promise<string> {
  let best = text
  for (const step of steps) best = await step(best, options)
  return best === text || options.isOver() ? best : repeat(best, steps, options)
}

const minify: Step = async (text, { trials, refused, isOver, onFind }) => {
  const smaller = (await minifications(text)).filter((small) => sizeOf(small) < sizeOf(text) && !refused.has(small))
  for (const small of smaller.sort((a, b) => sizeOf(a) - sizeOf(b))) {
    if (isOver()) break
    if (await trials.passes(small)) {
      onFind(small, minifier)
      return small
    }
    refused.add(small)
  }
  return text
}

/** Every row of the table: in all its places at once, and in each of them. */
const rewrite = taking((source) =>
  table.flatMap(({ name, find }) => {
    const changes = find(source)
    return [joined(changes), ...changes].map((change) => ({ by: name, change }))
  }),
)

const deletions: readonly Step[] = [
  left('brackets', bracketDeletions),
  left('a node', nodeDeletions),
  left('tokens', tokenDeletions),
  left('characters', characterDeletions),
]

function left(what: string, find: (source: Source) => readonly Change[]): Step {
  return taking((source) => find(source).map((change) => ({ by: `${what} left out`, change })))
}

/** As many of these changes at once as do not overlap. */
function joined(changes: readonly Change[]): Change {
  const edits: Edit[] = []
  for (const change of changes) {
    if (change.every((a) => edits.every((b) => a.end <= b.start || a.start >= b.end))) edits.push(...change)
  }
  return edits
}

/** Takes every change that makes a program smaller, and goes on from there with the next one. */
function taking(find: (source: Source) => readonly Named[]): Step {
  return async (text, options) => {
    let best: Candidate = { text, by: '', index: 0 }
    for (;;) {
      const source = readSource(best.text)
      const smaller = source && (await firstSmaller(source, find(source), best.index, options))
      if (smaller === undefined) return best.text
      best = smaller
      options.onFind(best.text, best.by)
    }
  }
}

/** The first change that makes a program smaller, those that save most first. */
async function firstSmaller(source: Source, changes: readonly Named[], from: number, options: SearchOptions) {
  const { trials, refused, isOver } = options
  const saved = ({ change }: Named) => change.reduce((sum, { start, end, text }) => sum + end - start - text.length, 0)
  const sorted = [...changes].sort((a, b) => saved(b) - saved(a))
  const waiting: Candidate[] = []
  for (const [index, { by, change }] of sorted.entries()) {
    if (isOver()) return undefined
    const text = index < from ? undefined : await smallest(changed(source, change))
    if (text === undefined || sizeOf(text) >= sizeOf(source.text) || refused.has(text)) continue
    if (waiting.some((other) => other.text === text)) continue
    if (waiting.push({ text, by, index }) < atOnce) continue
    const found = await firstPassing(waiting.splice(0))
    if (found !== undefined) return found
  }
  return firstPassing(waiting)

  async function firstPassing(some: readonly Candidate[]): Promise<Candidate | undefined> {
    const passed = await Promise.all(some.map(({ text }) => trials.passes(text)))
    for (const [i, { text }] of some.entries()) if (!passed[i]) refused.add(text)
    return some.find((_, i) => passed[i])
  }
}

/** A program as short as it can be written; undefined if it is none. */
async function smallest(text: string): Promise<string | undefined> {
  if (readSource(text) === undefined) return undefined
  const printed = await compact(text)
  return printed !== undefined && sizeOf(printed) < sizeOf(text) ? printed : text
}
