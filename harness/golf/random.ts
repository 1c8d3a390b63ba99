/** Chance that comes out the same for the same seed: mulberry32. */
export interface Random {
  /** A whole number from 0 to below `n`. */
  below(n: number): number
  /** One of these. */
  of<T>(items: readonly T[]): T | undefined
  /** The same in another order. */
  shuffled<T>(items: readonly T[]): T[]
}

export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    of: (items) => items[below(items.length)],
    shuffled(items) {
      const all = [...items]
      for (let i = all.length - 1; i > 0; i--) {
        const j = below(i + 1)
        ;[all[i], all[j]] = [all[j] as (typeof all)[0], all[i] as (typeof all)[0]]
      }
      return all
    },
  }
}
