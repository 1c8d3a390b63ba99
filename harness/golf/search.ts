import { compact, minifications } from '../entries/minify.ts'
import { characterDeletions, nodeDeletions, tokenDeletions } from './changes.ts'
import { type Change, changed, readSource, type Source, sizeOf } from './source.ts'
import { table } from './table.ts'
import type { Trials } from './trials.ts'

export interface SearchOptions {
  readonly trials: Trials
  /** Programs that have failed, which are not tried again. */
  readonly refused: Set<string>
  readonly isOver: () => boolean
  /** Called for every smaller program that passes its trials. */
  readonly onFind: (text: string, by: string) => void
}

/** A change and the name of the rewrite that makes it. */
interface Named {
  readonly by: string
  readonly change: Change
}

/** Goes on from a program to smaller ones. */
type Step = (text: string, options: SearchOptions) => Promise<string>

/** The name of the step that is not a rewrite. */
export const minifier = 'a minifier'

/**
 * Looks for smaller programs that pass their trials, from one to the next, until there is none. After a deletion, the
 * minifiers and the rewrites are tried again.
 * @returns the smallest
 */
export async function search(text: string, options: SearchOptions): Promise<string> {
  for (const step of steps) {
    const smaller = await step(text, options)
    if (smaller !== text) return search(smaller, options)
  }
  return text
}

const minify: Step = async (text, options) => {
  const smaller = await minifications(text)
  for (const small of smaller.sort((a, b) => sizeOf(a) - sizeOf(b))) {
    if (sizeOf(small) < sizeOf(text) && (await passes(small, minifier, options))) return small
  }
  return text
}

const steps: readonly Step[] = [
  minify,
  each((source) =>
    table.flatMap(({ before, after, find }) => find(source).map((change) => ({ by: `${before} → ${after}`, change }))),
  ),
  ...[nodeDeletions, tokenDeletions, characterDeletions].map((find) =>
    each((source) => find(source).map((change) => ({ by: 'a deletion', change }))),
  ),
]

/** Makes every change that passes, those that save most first, and goes on from there with the next one. */
function each(find: (source: Source) => readonly Named[]): Step {
  const saved = ({ change }: Named) => change.reduce((sum, { start, end, text }) => sum + end - start - text.length, 0)
  const changesOf = (text: string) => {
    const source = readSource(text)
    return source === undefined ? [] : [...find(source)].sort((a, b) => saved(b) - saved(a))
  }
  return async (text, options) => {
    let best = text
    let changes = changesOf(best)
    for (let index = 0; index < changes.length && !options.isOver(); index++) {
      const { change, by } = changes[index] as Named
      const smaller = await smallest(changed(best, change))
      if (smaller === undefined || sizeOf(smaller) >= sizeOf(best) || !(await passes(smaller, by, options))) continue
      best = smaller
      changes = changesOf(best)
      index--
    }
    return best
  }
}

async function passes(text: string, by: string, { trials, refused, isOver, onFind }: SearchOptions): Promise<boolean> {
  if (isOver() || refused.has(text)) return false
  const passed = await trials.passes(text)
  if (passed) onFind(text, by)
  else refused.add(text)
  return passed
}

/** A program as short as it can be written; undefined if it is none. */
async function smallest(text: string): Promise<string | undefined> {
  if (readSource(text) === undefined) return undefined
  const printed = await compact(text)
  return printed !== undefined && sizeOf(printed) < sizeOf(text) ? printed : text
}
