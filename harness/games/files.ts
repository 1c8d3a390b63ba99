import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'

/** Larger files are refused: 64 MiB. */
const sizeLimit = 64 * 1024 * 1024

/**
 * Looks up what stands at a path, through symbolic links.
 * @throws UsageError if there is nothing, or it cannot be looked at
 */
export function statOf(path: string): fs.Stats {
  try {
    return fs.statSync(path)
  } catch (error) {
    throw new UsageError(path, reasonOf(error))
  }
}

/**
 * Checks that a path names a regular file: a FIFO or a device might never end.
 * @param what it is meant to be, for errors: `an entry`
 * @throws UsageError if it does not, or the file is larger than 64 MiB
 */
export function checkFile(path: string, what: string) {
  const stats = statOf(path)
  if (stats.isDirectory()) throw new UsageError(path, `a folder, where ${what} should be a file`)
  if (!stats.isFile()) throw new UsageError(path, `not a regular file, as ${what} must be`)
  if (stats.size > sizeLimit) throw new UsageError(path, `larger than ${sizeLimit} bytes`)
}

/**
 * Reads a regular file.
 * @param what it is meant to be, for errors: `an entry`
 * @throws UsageError if it is no regular file, is larger than 64 MiB, or cannot be read
 */
export function read(path: string, what: string): Buffer {
  checkFile(path, what)
  try {
    return fs.readFileSync(path)
  } catch (error) {
    throw new UsageError(path, `cannot be read: ${reasonOf(error)}`)
  }
}

/**
 * Finds what is wanted below a folder, at any depth, sorted by name. A folder that is wanted is returned, not searched;
 * `node_modules` and hidden folders are not searched.
 * @throws UsageError if a folder cannot be read
 */
export function below(folder: string, isWanted: (path: string) => boolean): string[] {
  return entriesOf(folder)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = join(folder, item.name)
      if (isWanted(path)) return [path]
      return item.isDirectory() && !/^(\.|node_modules$)/.test(item.name) ? below(path, isWanted) : []
    })
}

function entriesOf(folder: string) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new UsageError(folder, `cannot be read: ${reasonOf(error)}`)
  }
}

/**
 * Checks that `writeWhole` could write a file here.
 * @param force whether a file that is there may be replaced
 * @returns the path of the file itself, where `path` is a symbolic link to it
 * @throws UsageError if the folder is missing or not writable, or `path` is there and is no regular file, may not be
 *   replaced or is not writable
 */
export function checkPlace(path: string, force: boolean): string {
  if (fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    const stats = statOf(path)
    if (stats.isDirectory()) throw new UsageError(path, 'is a folder')
    if (!stats.isFile()) throw new UsageError(path, 'is not a regular file, and is not replaced')
    if (!force) throw new UsageError(path, 'exists already (--force overwrites it)')
    mustBeWritable(path)
  }
  const file = fs.existsSync(path) ? fs.realpathSync(path) : path
  const folder = dirname(file)
  if (!fs.existsSync(folder) || !statOf(folder).isDirectory()) throw new UsageError(folder, 'no such folder')
  mustBeWritable(folder)
  return file
}

function mustBeWritable(path: string) {
  try {
    fs.accessSync(path, fs.constants.W_OK)
  } catch (error) {
    throw new UsageError(path, `cannot be written: ${reasonOf(error)}`)
  }
}

/**
 * Writes a file atomically: at every moment there is the old one or the new one, whole. A file that is replaced keeps
 * its mode and its owner; a symbolic link stays, and the file that it points to is replaced.
 * @throws UsageError as `checkPlace` does, or if writing fails
 */
export function writeWhole(path: string, bytes: Bytes, force: boolean) {
  const file = checkPlace(path, force)
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`)
  try {
    fs.writeFileSync(temporary, bytes, { encoding: 'latin1', flag: 'wx' })
    const old = fs.statSync(file, { throwIfNoEntry: false })
    if (old !== undefined) {
      const { uid, gid } = fs.statSync(temporary)
      if (old.uid !== uid || old.gid !== gid) fs.chownSync(temporary, old.uid, old.gid)
      fs.chmodSync(temporary, old.mode & 0o7777)
    }
    fs.renameSync(temporary, file)
  } catch (error) {
    throw new UsageError(path, `cannot be written: ${reasonOf(error)}`)
  } finally {
    fs.rmSync(temporary, { force: true })
  }
}

/** Why the system refused: `permission denied`, `too many open files`. */
export function reasonOf(error: unknown): string {
  const { code, errno = 0 } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'no such file or folder'
  return getSystemErrorMap().get(errno)?.[1] ?? String(code)
}
