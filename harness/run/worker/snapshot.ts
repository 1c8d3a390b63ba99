/**
 * Remembers everything that can be reached from some objects, to find out later whether an entry has changed any of it. Uses
 * nothing that an entry could have changed.
 */
const { getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
const { is } = Object
const text = String

/**
 * @param roots the objects, by the names that the returned function uses
 * @returns a function that names what has changed since; undefined if nothing has
 */
export function takeSnapshot(roots: Readonly<{ [name: string]: object }>): () => string | undefined {
  const records: ReturnType<typeof recordOf>[] = []
  const seen = new Set<unknown>()
  const waiting: [name: string, value: unknown][] = Object.entries(roots)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, object] = next
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') continue
    if (seen.has(object)) continue
    seen.add(object)
    const record = recordOf(name, object)
    records.push(record)
    waiting.push([`${name}.__proto__`, record.parent])
    for (const { key, value, get, set } of record.properties)
      for (const inner of [value, get, set]) waiting.push([`${name}.${text(key)}`, inner])
  }
  return () => {
    for (let i = 0; i < records.length; i++) {
      const change = changeOf(records[i] as (typeof records)[number])
      if (change !== undefined) return `it changes ${change}`
    }
    return undefined
  }
}

const recordOf = (name: string, object: object) => ({
  name,
  object,
  parent: getPrototypeOf(object),
  extensible: isExtensible(object),
  properties: ownKeys(object).map((key) => ({ key, ...getOwnPropertyDescriptor(object, key) })),
})

function changeOf({ name, object, parent, extensible, properties }: ReturnType<typeof recordOf>): string | undefined {
  if (
    isExtensible(object) !== extensible ||
    getPrototypeOf(object) !== parent ||
    ownKeys(object).length !== properties.length
  )
    return name
  for (let i = 0; i < properties.length; i++) {
    const before = properties[i] as (typeof properties)[number]
    const now = getOwnPropertyDescriptor(object, before.key)
    const isSame =
      is(now?.value, before.value) &&
      now?.get === before.get &&
      now?.set === before.set &&
      now?.writable === before.writable &&
      now?.enumerable === before.enumerable &&
      now?.configurable === before.configurable
    if (!isSame) return `${name}.${text(before.key)}`
  }
  return undefined
}
