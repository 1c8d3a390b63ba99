import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unusable } from '../session/unusable.ts'

/**
 * Reads a file.
 * @param what it is meant to be: `an entry`
 * @throws Unusable if it cannot be read
 */
export function read(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Unusable(path, 'no such file or folder')
    if (code === 'EISDIR') throw new Unusable(path, `a folder, where ${what} should be a file`)
    throw new Unusable(path, `cannot be read (${code})`)
  }
}

/**
 * What is wanted below a folder, at any depth, sorted, so that every run sees it in the same order. A folder that is
 * wanted by its name is given, not searched.
 */
export function below(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = join(folder, item.name)
      if (isWanted(path)) return [path]
      return item.isDirectory() && item.name !== 'node_modules' ? below(path, isWanted) : []
    })
}
