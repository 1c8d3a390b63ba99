const { deleteProperty, ownKeys } = Reflect
const text = String

const word = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu

/**
 * Deletes the global variables that an entry makes: they must not exist when its next session begins. Names that its source
 * has are deleted after each session, without a look at the hundreds of other globals. Other names (`globalThis['x' + i]`)
 * are looked for only after several sessions: a session that deletes them itself is not noticed.
 */
export function globalsOf(source: string) {
  const before = new Set(ownKeys(globalThis))
  const named = [...new Set(source.match(word))].filter((name) => !before.has(name))

  return {
    /** @returns a variable that cannot be deleted, if there is one */
    removeNamed(): string | undefined {
      for (let i = 0; i < named.length; i++) {
        const name = named[i] as string
        if (!deleteProperty(globalThis, name)) return name
      }
      return undefined
    },
    /** @returns whether there were variables that the source does not name, and one that cannot be deleted, if there is one */
    removeOthers(): { readonly found: boolean; readonly lasting?: string } {
      let found = false
      const names = ownKeys(globalThis)
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string | symbol
        if (before.has(name)) continue
        found = true
        if (!deleteProperty(globalThis, name)) return { found, lasting: text(name) }
      }
      return { found }
    },
  }
}
