/**
 * Drops runs of items, long runs first, while the rest still fails. Starts with no items, then tries ever longer prefixes:
 * a program may fail without any input, and the beginning of a session is always a session.
 * @param fails called once for each candidate, `max` times at the most
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  max: number,
): Promise<readonly Item[]> {
  const tried = new Set<string>()
  async function stillFails(candidate: readonly Item[]): Promise<boolean> {
    const key = JSON.stringify(candidate)
    if (tried.has(key) || tried.size >= max) return false
    tried.add(key)
    return fails(candidate)
  }

  if (await stillFails([])) return []
  let shortest = items
  for (let length = 1; length < items.length && shortest === items; length *= 2) {
    const beginning = items.slice(0, length)
    if (await stillFails(beginning)) shortest = beginning
  }
  for (let run = Math.ceil(shortest.length / 2); run >= 1; ) {
    const before = shortest
    const step = Math.ceil(run / 2)
    for (let at = shortest.length - run; at >= 0; at -= step) {
      const shorter = shortest.toSpliced(at, run)
      if (!(await stillFails(shorter))) continue
      shortest = shorter
      // Back to the last run that fits: the loop subtracts a step.
      at = Math.min(at, shortest.length - run + step)
    }
    // Items that were needed may not be needed any more.
    if (run > 1 || shortest === before) run = Math.floor(run / 2)
  }
  return shortest
}
