/** A part of the work, so that several machines can share it: the i-th of n, counted from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Every n-th item, so that what stands together in a folder is spread over the machines. */
export const shardOf = <Item>(items: readonly Item[], shard: Shard | undefined): Item[] =>
  items.filter((_, index) => shard === undefined || index % shard.count === shard.index - 1)
