import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'

/**
 * Whether a file can be written here, asked before anybody has played for it.
 * @throws Unusable if it cannot, or is there already and must not be overwritten
 */
export function checkPlace(path: string, force: boolean) {
  const folder = dirname(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new Unusable(folder, 'no such folder')
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Unusable(folder, 'cannot be written to')
  }
  if (existsSync(path) && !force) throw new Unusable(path, 'exists already (--force overwrites it)')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Unusable(path, 'is a folder')
}

/** Writes a file so that at every moment it is there as a whole or not at all. */
export function writeWhole(path: string, file: Bytes, force: boolean) {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    writeFileSync(beside, file, { encoding: 'latin1', flag: 'wx' })
    checkPlace(path, force)
    renameSync(beside, path)
  } catch (error) {
    if (error instanceof Unusable) throw error
    throw new Unusable(path, `cannot be written (${(error as NodeJS.ErrnoException).code})`)
  } finally {
    rmSync(beside, { force: true })
  }
}
