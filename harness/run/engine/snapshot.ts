/**
 * What an entry changes in its world must not be seen by its next session. Everything of a new world that can be reached
 * is written down once; a later look tells whether any of it has changed.
 */
export interface Snapshot {
  /** Whether everything is as it was. */
  unchanged(): boolean
  /**
   * Where nothing has changed but that objects have more properties, or others in place of theirs.
   * @returns the places of those objects, which are the same in every world made alike; undefined if more has changed
   */
  changed(): number[] | undefined
  /** @returns what gives these objects their own properties back, and takes the others away */
  mender(places: Iterable<number>): () => void
}

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
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
    unchanged: () => records.every((record) => sameObject(record) && sameProperties(record)),
    changed: () =>
      records.every((record) => sameObject(record) && hasAll(record))
        ? records.flatMap((record, at) => (sameProperties(record) ? [] : [at]))
        : undefined,
    mender(places) {
      const changing = [...places].flatMap((at) => records[at] ?? [])
      const sweepers = changing.map(({ object, keys }) => sweeperOf(object, keys))
      return () => {
        for (const sweep of sweepers) sweep()
        for (const { object, keys, descriptors } of changing) {
          for (let i = 0; i < keys.length; i++) {
            const key = keys[i] as string
            const before = descriptors[i] as PropertyDescriptor
            if (!sameDescriptor(getOwnPropertyDescriptor(object, key), before)) defineProperty(object, key, before)
          }
        }
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

const sameObject = ({ object, parent, extensible }: Record): boolean =>
  getPrototypeOf(object) === parent && isExtensible(object) === extensible

/** A property that was taken away would come back behind the others. */
const hasAll = ({ object, keys }: Record): boolean =>
  keys.every((key) => getOwnPropertyDescriptor(object, key) !== undefined)

function sameProperties({ object, keys, descriptors }: Record): boolean {
  if (ownKeys(object).length !== keys.length) return false
  for (let i = 0; i < keys.length; i++) {
    const now = getOwnPropertyDescriptor(object, keys[i] as string)
    if (!sameDescriptor(now, descriptors[i] as PropertyDescriptor)) return false
  }
  return true
}

const sameDescriptor = (now: PropertyDescriptor | undefined, before: PropertyDescriptor): boolean =>
  now !== undefined &&
  is(now.value, before.value) &&
  now.get === before.get &&
  now.set === before.set &&
  now.writable === before.writable &&
  now.enumerable === before.enumerable &&
  now.configurable === before.configurable
