/** The value of a key; made, and kept, when it is first asked for. */
export function remembered<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const value = make()
  known.set(key, value)
  return value
}
