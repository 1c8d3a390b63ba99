const { deleteProperty, ownKeys } = Reflect
const text = String

/** Returns a function that deletes the global variables made since: they must not exist when the next session begins. */
export function globalsNow(): () => string | undefined {
  const before = new Set(ownKeys(globalThis))

  /** @returns a variable that cannot be deleted, if there is one */
  return () => {
    const names = ownKeys(globalThis)
    // One that is gone is seen by the snapshot.
    if (names.length === before.size) return undefined
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string | symbol
      if (!before.has(name) && !deleteProperty(globalThis, name)) return text(name)
    }
    return undefined
  }
}
