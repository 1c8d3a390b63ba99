import { availableParallelism } from 'node:os'

/**
 * Does a job for every item, several at once, in no certain order.
 * @param jobs how many at once; as many as there are processors, by default
 */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  job: (item: Item) => Promise<void>,
  jobs = availableParallelism(),
): Promise<void> {
  const queue = items[Symbol.iterator]()
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await job(next.value)
  }
  await Promise.all(Array.from({ length: jobs }, work))
}
