/**
 * Remembers everything that can be reached from some objects, to tell later whether an entry has changed any of it. It
 * uses nothing that an entry could have changed in the meantime.
 */
const { getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
const { is } = Object
const text = String

interface Record {
  readonly object: object
  readonly name: string
  readonly parent: object | null
  readonly extensible: boolean
  readonly keys: readonly (string | symbol)[]
  readonly descriptors: readonly PropertyDescriptor[]
}

/**
 * @param roots by the names that `changed` gives them
 * @returns a function that names what has changed since; undefined if nothing has
 */
export function takeSnapshot(
  roots: Readonly<{ [name: string]: object }>,
  ignored: ReadonlySet<unknown>,
): () => string | undefined {
  const records: Record[] = []
  const seen = new Set<unknown>(ignored)
  const waiting: { object: unknown; name: string }[] = Object.entries(roots).map(([name, object]) => ({ object, name }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { object, name } = next
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') continue
    if (seen.has(object)) continue
    seen.add(object)
    const keys = ownKeys(object)
    const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key) ?? {})
    // A value that is made anew at each access cannot be compared.
    for (const [i, { value }] of descriptors.entries()) {
      if (!is(getOwnPropertyDescriptor(object, keys[i] as string)?.value, value)) descriptors[i] = {}
    }
    const parent = getPrototypeOf(object)
    records.push({ object, name, parent, extensible: isExtensible(object), keys, descriptors })
    waiting.push({ object: parent, name: `${name}.__proto__` })
    for (const [i, { value, get, set }] of descriptors.entries()) {
      const inner = `${name}.${String(keys[i])}`
      waiting.push({ object: value, name: inner }, { object: get, name: inner }, { object: set, name: inner })
    }
  }
  return () => {
    for (let i = 0; i < records.length; i++) {
      const change = changeOf(records[i] as Record)
      if (change !== undefined) return `it changes ${change}`
    }
    return undefined
  }
}

function changeOf({ object, name, parent, extensible, keys, descriptors }: Record): string | undefined {
  if (getPrototypeOf(object) !== parent || isExtensible(object) !== extensible) return name
  if (ownKeys(object).length !== keys.length) return name
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string | symbol
    const now = getOwnPropertyDescriptor(object, key)
    const before = descriptors[i] as PropertyDescriptor
    const same =
      before.configurable === undefined ||
      (now !== undefined &&
        is(now.value, before.value) &&
        now.get === before.get &&
        now.set === before.set &&
        now.writable === before.writable &&
        now.enumerable === before.enumerable &&
        now.configurable === before.configurable)
    if (!same) return `${name}.${text(key)}`
  }
  return undefined
}
