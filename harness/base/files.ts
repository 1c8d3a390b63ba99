import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { atEnd } from './host.ts'
import { EnvironmentError, UsageError } from './usage-error.ts'

// In this file, `cwd` is the folder for relative paths (default: that of this process). Errors name a path as it was given.

const maxFileBytes = 64 * 1024 * 1024

/** Turns a system error into one that names the path. */
function attempt<Result>(path: string, action: () => Result, message = '', Kind = UsageError): Result {
  try {
    return action()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new Kind(path, message + reasonOf(error as NodeJS.ErrnoException))
  }
}

function reasonOf({ code, errno = 0, path = '' }: NodeJS.ErrnoException): string {
  // U+FFFD stands for a byte of a name that Node could not decode.
  if (code === 'ENOENT') return path.includes('\ufffd') ? 'its name is not UTF-8' : 'no such file or folder'
  return getSystemErrorMap().get(errno)?.[1] ?? String(code)
}

/** Explains a system error, such as too many open files; undefined for any other error. */
export function systemCause(error: unknown): { readonly place: string; readonly why: string } | undefined {
  const { path, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? undefined : { place: path ?? syscall, why: reasonOf(error as NodeJS.ErrnoException) }
}

export const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''

/** Unlike `resolve`, keeps a slash at the end, and an empty path: both may be errors. */
const pathFrom = (cwd: string, path: string) =>
  cwd === '' || path === '' || isAbsolute(path) ? path : `${cwd}/${path}`

/** @throws UsageError if the path does not exist or cannot be accessed */
export const statOf = (path: string, cwd = ''): fs.Stats => attempt(path, () => fs.statSync(pathFrom(cwd, path)))

/** False, too, for a link that leads nowhere. */
export const exists = (path: string, cwd = ''): boolean => fs.existsSync(pathFrom(cwd, path))

/** True if two paths name the same file, be it by links, or the same place for a new one. */
export function isSameFile(path: string, other: string, cwd = ''): boolean {
  const real = (path: string) => (exists(path, cwd) ? fs.realpathSync(pathFrom(cwd, path)) : resolve(cwd, path))
  return real(path) === real(other)
}

/**
 * Reads a file.
 * @param what the kind of file, for errors: `an entry`
 * @throws UsageError if it is not regular (reading a FIFO or a device might never end), larger than 64 MiB, or unreadable
 */
export function read(path: string, what: string, cwd = ''): Buffer {
  const stats = statOf(path, cwd)
  if (stats.isDirectory()) throw new UsageError(path, `a folder, where ${what} should be a file`)
  if (!stats.isFile()) throw new UsageError(path, `not a regular file, as ${what} must be`)
  if (stats.size > maxFileBytes) throw new UsageError(path, `larger than ${maxFileBytes} bytes`)
  return attempt(path, () => fs.readFileSync(pathFrom(cwd, path)), 'cannot be read: ')
}

/**
 * Finds wanted paths below a folder, sorted by name. Wanted and hidden folders and `node_modules` are not searched.
 * @param onUnreadable called with each folder below that cannot be read (default: throws its error)
 * @throws UsageError if the folder cannot be read
 */
export function findFiles(
  folder: string,
  isWanted: (path: string) => boolean,
  cwd = '',
  onUnreadable?: (path: string, error: UsageError) => void,
): string[] {
  const findBelow = (path: string) => {
    try {
      return findFiles(path, isWanted, cwd, onUnreadable)
    } catch (error) {
      if (!onUnreadable || !(error instanceof UsageError) || error.place !== path) throw error
      onUnreadable(path, error)
      return []
    }
  }
  return attempt(folder, () => fs.readdirSync(pathFrom(cwd, folder), { withFileTypes: true }), 'cannot be read: ')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = join(folder, item.name)
      if (isWanted(path)) return [path]
      return item.isDirectory() && !/^(\.|node_modules$)/.test(item.name) ? findBelow(path) : []
    })
}

/**
 * Checks that `writeWhole` could write a file here.
 * @param force true if it may replace a file
 * @returns the absolute path, with symbolic links resolved
 * @throws UsageError if the folder is missing or not writable, or the file not regular, not writable, or not to be replaced
 */
export function checkPlace(path: string, force: boolean, cwd = ''): string {
  const whole = pathFrom(cwd, path)
  const isThere = attempt(path, () => fs.lstatSync(whole, { throwIfNoEntry: false })) !== undefined
  if (isThere) {
    const stats = statOf(path, cwd)
    if (stats.isDirectory()) throw new UsageError(path, 'is a folder')
    if (!stats.isFile()) throw new UsageError(path, 'is not a regular file, and is not replaced')
    if (!force) throw new UsageError(path, 'exists already (--force overwrites it)')
  }
  const file = isThere ? fs.realpathSync(whole) : whole
  const folder = dirname(file)
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(dirname(path), 'no such folder')
  for (const needed of isThere ? [file, folder] : [folder])
    attempt(path, () => fs.accessSync(needed, fs.constants.W_OK), 'cannot be written: ')
  return file
}

/**
 * Writes a file atomically: a reader finds the old file or the new one, never a part, even if the machine stops. The mode
 * stays; so does a symbolic link, and its target is replaced.
 * @param bytes a byte string: each character, U+0000 to U+00FF, is one byte
 * @param expected bytes that the file must hold, or `null` if there must be none (default: anything)
 * @throws UsageError as `checkPlace` does, or if the file is not as expected, or writing fails: then it is unchanged
 */
export function writeWhole(
  path: string,
  bytes: string,
  { expected, cwd = '' }: { readonly expected?: string | null | undefined; readonly cwd?: string } = {},
) {
  const file = checkPlace(path, expected !== null, cwd)
  // The file's own name with an ending may be too long, and our searches would find it; they skip hidden files.
  const temporary = join(dirname(file), `.ninehole-${randomUUID()}`)
  const write = () => {
    const { mode } = fs.statSync(file, { throwIfNoEntry: false }) ?? {}
    fs.writeFileSync(temporary, bytes, { encoding: 'latin1', flag: 'wx', flush: true, mode })
    // The umask may have cut it.
    if (mode !== undefined) fs.chmodSync(temporary, mode)
    if (expected !== undefined && contentOf(file) !== expected)
      throw new UsageError(path, 'changed meanwhile: not written')
    fs.renameSync(temporary, file)
  }
  try {
    attempt(path, write, 'cannot be written: ')
  } finally {
    fs.rmSync(temporary, { force: true })
  }
}

const contentOf = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : null)

/** Absolute, as programs run in other folders. */
const temporaryPlace = () => resolve(tmpdir())

/** @throws EnvironmentError if the action, which writes temporary files, fails */
export const writingTemporary = <Result>(action: () => Result): Result =>
  attempt(temporaryPlace(), action, 'temporary files cannot be written here: ', EnvironmentError)

/** A compiler needs some hundred KiB for its temporary files. */
const minFreeBytes = 1024 * 1024

/** @throws EnvironmentError if there is no space for temporary files: then a failure may not be the program's fault */
export function mustHaveRoom() {
  const place = temporaryPlace()
  const { bavail, bsize, files, ffree } = attempt(place, () => fs.statfsSync(place), '', EnvironmentError)
  if (bavail * bsize < minFreeBytes || (files > 0 && ffree === 0))
    throw new EnvironmentError(place, 'is full: programs have no room for temporary files')
}

/**
 * Makes a folder, which is removed when the process ends.
 * @throws EnvironmentError if that fails
 */
export function temporaryFolder(name: string) {
  const parent = temporaryPlace()
  const make = () => fs.mkdtempSync(join(parent, `${name}-`))
  const path = attempt(parent, make, 'no temporary folder can be made here: ', EnvironmentError)
  // Not `remove`: a listener that removes itself makes signal-exit skip the next one.
  const forget = atEnd(() => removeWhole(path))
  const remove = () => {
    forget()
    removeWhole(path)
  }
  return { path, remove }
}

export function removeWhole(path: string) {
  try {
    fs.rmSync(path, { recursive: true, force: true })
  } catch {
    // A program may have removed our permissions. Unlike Node, rm copes with paths that are too long for one system call.
    spawnSync('/bin/sh', ['-c', 'chmod -R u+rwX "$0"; rm -rf "$0"', path], { stdio: 'ignore' })
  }
}
