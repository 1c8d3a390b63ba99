const { deleteProperty, ownKeys } = Reflect
const text = String

const word = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu

/**
 * The global variables that a program makes, which do not exist when its next session begins. Those that its source names
 * are deleted without looking at all the others: there are hundreds. The others (`globalThis['x' + i]`) are looked for when
 * several sessions are over, so that one which deletes such a variable itself could hide it.
 */
export function globalsOf(source: string) {
  const before = new Set(ownKeys(globalThis))
  const named = [...new Set(source.match(word))].filter((name) => !before.has(name))

  return {
    /** @returns one that cannot be deleted */
    removeNamed(): string | undefined {
      for (let i = 0; i < named.length; i++) {
        const name = named[i] as string
        if (!deleteProperty(globalThis, name)) return name
      }
      return undefined
    },
    /** @returns whether there are others, which its source does not name, and one of them that cannot be deleted */
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
