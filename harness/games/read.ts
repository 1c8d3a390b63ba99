import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Unusable } from '../session/unusable.ts'

/**
 * Checks that a path names a regular file: a FIFO or a device could be read for ever.
 * @param what it is meant to be: `an entry`
 * @throws Unusable if it does not
 */
export function checkFile(path: string, what: string) {
  const stats = attempt(path, () => statSync(path))
  if (stats.isDirectory()) throw new Unusable(path, `a folder, where ${what} should be a file`)
  if (!stats.isFile()) throw new Unusable(path, `not a regular file, as ${what} should be`)
}

/**
 * Reads a file.
 * @param what it is meant to be: `an entry`
 * @throws Unusable if it is not a regular file or cannot be read
 */
export function read(path: string, what: string): Buffer {
  checkFile(path, what)
  return attempt(path, () => readFileSync(path))
}

/**
 * What is wanted below a folder, at any depth, sorted, so that every run sees it in the same order. A folder that is
 * wanted by its name is given, not searched.
 * @throws Unusable if a folder cannot be read
 */
export function below(folder: string, isWanted: (path: string) => boolean): string[] {
  return attempt(folder, () => readdirSync(folder, { withFileTypes: true }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = join(folder, item.name)
      if (isWanted(path)) return [path]
      return item.isDirectory() && item.name !== 'node_modules' ? below(path, isWanted) : []
    })
}

function attempt<Result>(path: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Unusable(path, code === 'ENOENT' ? 'no such file or folder' : `cannot be read (${code})`)
  }
}
