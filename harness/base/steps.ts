import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs a long computation, one step in each turn of the event loop: signals are handled in between. */
export async function runInSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
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
): Generator<void, Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(change(item))
    if (results.length % size === 0) yield
  }
  return results
}
