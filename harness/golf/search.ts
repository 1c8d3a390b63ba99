import { sizeOf } from './source.ts'

/** A program that may be right, and what has made it of another. */
interface Candidate {
  readonly text: string
  readonly by: string
}

/** Smaller programs than one, or none. */
export type SearchStep = (text: string) => readonly Candidate[] | Promise<readonly Candidate[]>

/** The steps of a search, and what removes needless white space; that says `undefined` if a text is no program. */
export interface Moves {
  readonly steps: readonly SearchStep[]
  readonly compact: (text: string) => Promise<string | undefined>
}

/** The part of a step that makes candidates without a rewrite. */
export const minifier = 'a minifier'

/**
 * Looks for smaller programs, from one to the next, until there is none: all steps are tried again after a round that has
 * found some.
 * @param passes whether a candidate may be right
 * @returns the smallest
 */
export async function search(
  text: string,
  { steps, compact }: Moves,
  passes: (text: string, by: string) => Promise<boolean>,
  isOver: () => boolean,
): Promise<string> {
  let best = text
  for (const step of steps) {
    const smallestFirst = async () => [...(await step(best))].sort((a, b) => sizeOf(a.text) - sizeOf(b.text))
    let found = await smallestFirst()
    for (let index = 0; index < found.length && !isOver(); index++) {
      const { text, by } = found[index] as Candidate
      const printed = await compact(text)
      if (printed === undefined) continue
      const smaller = sizeOf(printed) < sizeOf(text) ? printed : text
      if (sizeOf(smaller) >= sizeOf(best) || !(await passes(smaller, by))) continue
      best = smaller
      found = await smallestFirst()
      // Minifiers begin again; others go on at the same place in the new list, which is much longer.
      index = by === minifier ? -1 : index - 1
    }
  }
  return best === text || isOver() ? best : search(best, { steps, compact }, passes, isOver)
}
