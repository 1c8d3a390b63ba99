/** Groups items by a key, in the order of the first item of each group. */
export function groupsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/** Returns `otherwise` if no number is greater. `Math.max(...numbers)` overflows the stack if there are many. */
export const max = (numbers: readonly number[], otherwise = 0): number =>
  numbers.reduce((one, other) => Math.max(one, other), otherwise)

/** Computes the value of each key only once. A `WeakMap` as `known` forgets it with its key. */
export function memoize<Key, Value>(
  compute: (key: Key) => Value,
  known: Pick<Map<Key, Value>, 'has' | 'get'> & { set(key: Key, value: Value): unknown } = new Map(),
): (key: Key) => Value {
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key) as Value
  }
}
