/** Returns a random whole number from 0 up to, but without, `below`. */
export type Random = (below: number) => number

/** The same seed gives the same numbers on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed
  // mulberry32: https://github.com/bryc/code/blob/master/jshash/PRNGs.md
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((more ^ (more >>> 14)) >>> 0) % below
  }
}

export const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, by: random(2 ** 32) }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)
