import { compact, minifications } from '../entries/minify.ts'
import { characterDeletions, nodeDeletions, tokenDeletions } from './changes.ts'
import { type Change, changed, readSource, type Source, sizeOf } from './source.ts'
import { table } from './table.ts'

/** A program that may be right, and what has made it of another. */
interface Candidate {
  readonly text: string
  readonly by: string
}

/** What makes candidates without a rewrite. */
export const minifier = 'a minifier'

const steps: readonly ((source: Source) => Candidate[] | Promise<Candidate[]>)[] = [
  async ({ text }) => (await minifications(text)).map((text) => ({ text, by: minifier })),
  (source) => table.flatMap(({ before, after, find }) => candidates(source, find, `${before} → ${after}`)),
  (source) => candidates(source, nodeDeletions),
  (source) => candidates(source, tokenDeletions),
  (source) => candidates(source, characterDeletions),
]

const candidates = (source: Source, find: (source: Source) => readonly Change[], by = 'a deletion'): Candidate[] =>
  find(source).map((change) => ({ text: changed(source.text, change), by }))

/**
 * Looks for smaller programs, from one to the next, until there is none. After a step that has found some, the minifiers
 * and the rewrites are tried again.
 * @param passes whether a candidate may be right
 * @returns the smallest
 */
export async function search(
  text: string,
  passes: (text: string, by: string) => Promise<boolean>,
  isOver: () => boolean,
): Promise<string> {
  let best = text
  for (const step of steps) {
    const smallestFirst = async () => {
      const source = readSource(best)
      return source === undefined ? [] : (await step(source)).sort((a, b) => a.text.length - b.text.length)
    }
    let found = await smallestFirst()
    for (let index = 0; index < found.length && !isOver(); index++) {
      const { text, by } = found[index] as Candidate
      const printed = await compact(text)
      if (printed === undefined) continue
      const smaller = sizeOf(printed) < sizeOf(text) ? printed : text
      if (sizeOf(smaller) >= sizeOf(best) || !(await passes(smaller, by))) continue
      best = smaller
      found = await smallestFirst()
      // The same place in the new list.
      index--
    }
    if (best !== text) return search(best, passes, isOver)
  }
  return best
}
