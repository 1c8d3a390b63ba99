/**
 * What an entry changes in its world must not be seen by its next session. Everything of a new world that can be reached
 * is written down once; a later look tells whether any of it has changed.
 */
export interface Snapshot {
  /** Whether everything is as it was. */
  unchanged(): boolean
}

const { getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
const { is } = Object

interface Record {
  readonly object: object
  readonly parent: object | null
  readonly extensible: boolean
  readonly keys: readonly (string | symbol)[]
  readonly descriptors: readonly PropertyDescriptor[]
}

export function takeSnapshot(roots: readonly object[]): Snapshot {
  const records: Record[] = []
  const seen = new Set<object>()
  const waiting: unknown[] = [...roots]

  while (waiting.length > 0) {
    const object = waiting.pop()
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') continue
    if (seen.has(object)) continue
    seen.add(object)
    // Hundreds of functions that only deny are frozen.
    const frozen = Object.isFrozen(object)
    const keys = ownKeys(object)
    const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key) ?? {})
    const parent = getPrototypeOf(object)
    if (!frozen) records.push({ object, parent, extensible: isExtensible(object), keys, descriptors })
    waiting.push(parent)
    for (const { value, get, set } of descriptors) waiting.push(value, get, set)
  }

  return { unchanged: () => records.every(sameAsBefore) }
}

function sameAsBefore({ object, parent, extensible, keys, descriptors }: Record): boolean {
  if (getPrototypeOf(object) !== parent || isExtensible(object) !== extensible) return false
  if (ownKeys(object).length !== keys.length) return false
  for (let i = 0; i < keys.length; i++) {
    const before = descriptors[i] as PropertyDescriptor
    const now = getOwnPropertyDescriptor(object, keys[i] as string)
    if (
      now === undefined ||
      !is(now.value, before.value) ||
      now.get !== before.get ||
      now.set !== before.set ||
      now.writable !== before.writable ||
      now.enumerable !== before.enumerable ||
      now.configurable !== before.configurable
    ) {
      return false
    }
  }
  return true
}
