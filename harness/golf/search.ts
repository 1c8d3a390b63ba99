import { type Change, sizeOf } from './source.ts'

/** Changes of one text, each of which may be right, alone or with the others. */
export interface Group {
  /** The name of the rewrite. */
  readonly by: string
  /** They do not overlap. */
  readonly changes: readonly Change[]
  /** @returns the text after some of the changes */
  readonly apply: (changes: readonly Change[]) => string
}

/** Changes of a text that may make it smaller. */
export type SearchStep = (text: string) => readonly Group[] | Promise<readonly Group[]>

/** The steps of a search, and what removes needless white space; that says `undefined` if a text is no program. */
export interface Moves {
  readonly steps: readonly SearchStep[]
  readonly compact: (text: string) => Promise<string | undefined>
}

/** The name of rewrites that keep the meaning, and of minifiers. */
export const minifier = 'a minifier'

/**
 * Looks for smaller programs, from one to the next, until there is none: in each step, what saves most is tried first; all
 * steps are tried again after a round that has found some.
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

  /** The program after some changes, if it is smaller than another and may be right. */
  async function tried(group: Group, changes: readonly Change[], than: string): Promise<string | undefined> {
    const text = group.apply(changes)
    const printed = await compact(text)
    if (printed === undefined) return undefined
    const smaller = sizeOf(printed) < sizeOf(text) ? printed : text
    return sizeOf(smaller) < sizeOf(than) && (await passes(smaller, group.by)) ? smaller : undefined
  }

  /** Takes as many changes of a group as are right together: all, or what is right of each half. */
  async function take(group: Group): Promise<boolean> {
    const taken: Change[] = []
    const before = best
    async function add(changes: readonly Change[]): Promise<void> {
      const found = await tried(group, [...taken, ...changes], best)
      if (found !== undefined) {
        best = found
        taken.push(...changes)
      } else if (changes.length > 1 && !isOver()) {
        const middle = Math.ceil(changes.length / 2)
        await add(changes.slice(0, middle))
        await add(changes.slice(middle))
      }
    }
    await add(group.changes)
    return best !== before
  }

  for (const step of steps) {
    const greatestFirst = async () => {
      const groups = (await step(best)).filter(({ changes }) => changes.length > 0)
      const sized = groups.map((group) => ({ group, size: sizeOf(group.apply(group.changes)) }))
      return sized.sort((a, b) => a.size - b.size).map(({ group }) => group)
    }
    let groups = await greatestFirst()
    for (let index = 0; index < groups.length && !isOver(); index++) {
      const group = groups[index] as Group
      if (!(await take(group))) continue
      groups = await greatestFirst()
      // Minifiers begin again; others go on at the same place in the new list, which is much longer.
      index = group.by === minifier ? -1 : index - 1
    }
  }
  return best === text || isOver() ? best : search(best, { steps, compact }, passes, isOver)
}
