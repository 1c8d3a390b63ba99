/**
 * What an entry changes in its world must not be seen by its next session. Everything of a new world that can be reached
 * is written down once; a later look tells whether any of it has changed.
 */
export interface Snapshot {
  /** Whether everything is as it was. */
  unchanged(): boolean
  /**
   * Where nothing has changed but that objects have got more properties.
   * @returns the places of those objects, which are the same in every world made alike; undefined if more has changed
   */
  grown(): number[] | undefined
  /** @returns what takes away again the properties that these objects did not have */
  sweeper(places: Iterable<number>): () => void
}

const { deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
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

  return {
    unchanged: () => records.every((record) => sameKeys(record) && sameOtherwise(record)),
    grown: () =>
      records.every(sameOtherwise) ? records.flatMap((record, at) => (sameKeys(record) ? [] : [at])) : undefined,
    sweeper(places) {
      const swept = [...places].flatMap((at) => records[at] ?? []).map(({ object, keys }) => sweeperOf(object, keys))
      return () => {
        for (const sweep of swept) sweep()
      }
    },
  }
}

/** @returns what takes every property away from the object but these */
export function sweeperOf(object: object, keys: readonly (string | symbol)[]): () => void {
  const kept = new Set(keys)
  return () => {
    const now = ownKeys(object)
    if (now.length === kept.size) return
    for (const key of now) if (!kept.has(key)) deleteProperty(object, key)
  }
}

const sameKeys = ({ object, keys }: Record): boolean => ownKeys(object).length === keys.length

/** Whether all but properties that are new is as it was. */
function sameOtherwise({ object, parent, extensible, keys, descriptors }: Record): boolean {
  if (getPrototypeOf(object) !== parent || isExtensible(object) !== extensible) return false
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
