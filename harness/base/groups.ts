/** The groups of items that have the same key, in the order of the first item of each. */
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

/** The greatest of some numbers, or `otherwise`: `Math.max(...numbers)` fills the stack where there are many. */
export const greatest = (numbers: readonly number[], otherwise = 0): number =>
  numbers.reduce((one, other) => Math.max(one, other), otherwise)

/** The least of some numbers; infinite if there are none. */
export const least = (numbers: readonly number[]): number =>
  -greatest(
    numbers.map((number) => -number),
    -Infinity,
  )
