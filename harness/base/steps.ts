import { setImmediate as nextTurn } from 'node:timers/promises'

/** A long computation in short steps, and its result. */
export type Steps<Result> = Generator<void, Result>

/** Takes a step in each turn of the event loop, so that signals are handled in between. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Maps a list, `size` items a step. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  size: number,
  change: (item: Item) => Result,
): Steps<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(change(item))
    if (results.length % size === 0) yield
  }
  return results
}
