import { type Change, changed, type Edit, sizeOf } from './source.ts'

/** Changes to one text that do not overlap, tried together first. */
interface Group {
  /** Its rewrite, for reports. */
  readonly by: string
  readonly changes: readonly Change[]
}

export type SearchStep = (text: string) => readonly Group[] | Promise<readonly Group[]>

export interface Moves {
  /** Begins each round. */
  readonly minify: SearchStep
  /** Steps of few changes, which are tried again whenever another has found something. */
  readonly quick: readonly SearchStep[]
  readonly thorough: readonly SearchStep[]
  /** Removes needless white space. @returns undefined if the text is not a program */
  readonly compact: (text: string) => Promise<string | undefined>
}

/** Characters on both sides of a change by which it is known again. */
const context = 20

/**
 * Looks for ever smaller programs until there is none. In each step, what saves most is tried first.
 * @param passes tells whether a candidate may be right
 */
export async function search(
  text: string,
  { minify, quick, thorough, compact }: Moves,
  passes: (text: string, by: string) => Promise<boolean>,
  isOver: () => boolean,
): Promise<string> {
  let best = text
  /** Refused changes in their context; tried again once nothing else is found. */
  const refused = new Set<string>()

  /** Applies all changes of a group, or else those of each half that are right. @returns true if any is */
  async function take({ by, changes: all }: Group): Promise<boolean> {
    const before = best
    const taken: Change[] = []
    async function add(changes: readonly Change[]): Promise<void> {
      const inContext = ({ start, end, text }: Edit) => [
        before.slice(Math.max(0, start - context), start),
        before.slice(start, end),
        before.slice(end, end + context),
        text,
      ]
      const key = JSON.stringify([by, changes.flat().map(inContext)])
      if (!refused.has(key)) {
        const text = changed(before, [...taken, ...changes].flat())
        const printed = await compact(text)
        const smaller = printed === undefined || sizeOf(text) <= sizeOf(printed) ? text : printed
        if (printed !== undefined && sizeOf(smaller) < sizeOf(best) && (await passes(smaller, by))) {
          best = smaller
          taken.push(...changes)
          return
        }
        refused.add(key)
      }
      if (changes.length > 1 && !isOver()) {
        const middle = Math.ceil(changes.length / 2)
        await add(changes.slice(0, middle))
        await add(changes.slice(middle))
      }
    }
    await add(all)
    return best !== before
  }

  /** Applies the changes of a step that are right. @returns true if any is */
  async function takeStep(step: SearchStep, isQuick: boolean): Promise<boolean> {
    const saving = ({ changes }: Group) =>
      changes.flat().reduce((saved, { start, end, text }) => saved + end - start - text.length, 0)
    const largestSavingFirst = async () => (await step(best)).toSorted((a, b) => saving(b) - saving(a))
    const before = best
    let groups = await largestSavingFirst()
    for (let index = 0; index < groups.length && !isOver(); index++) {
      if (!(await take(groups[index] as Group))) continue
      groups = await largestSavingFirst()
      // In a long list, go on at the same place.
      index = isQuick ? -1 : index - 1
    }
    return best !== before
  }

  async function takeQuick(): Promise<void> {
    const before = best
    for (const step of quick) await takeStep(step, true)
    if (best !== before) await takeQuick()
  }

  for (;;) {
    const before = best
    const isFresh = refused.size === 0
    await takeStep(minify, true)
    do await takeQuick()
    while (await takeStep(minify, true))
    for (const step of thorough) if (await takeStep(step, false)) await takeQuick()
    if (isOver() || (best === before && isFresh)) return best
    if (best === before) refused.clear()
  }
}
