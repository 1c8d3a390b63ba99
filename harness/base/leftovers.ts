import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Temporary files and folders whose names say which process made them: what a killed one left, a later one removes. */

/** The machine and the namespace in which our process id means something: folders may be shared. */
const home = createHash('sha256')
  .update(`${hostname()} ${fs.existsSync('/proc/self/ns/pid') ? fs.readlinkSync('/proc/self/ns/pid') : ''}`)
  .digest('hex')
  .slice(0, 8)

/**
 * The beginning of a name that no other process gives.
 * @param kind letters, perhaps after a dot
 */
export const ownName = (kind: string) => `${kind}-${process.pid}.${home}-`

/** The names that `ownName` begins here, and the process that it names. */
const ownNames = new RegExp(`^\\.?[a-z]+-(\\d+)\\.${home}-`)

/** The folders that were searched. */
const searched = new Set<string>()

/**
 * Removes from a folder what processes that are gone have left there, once per process. A folder that cannot be read is left
 * as it is.
 */
export function removeLeftovers(folder: string) {
  if (searched.has(folder)) return
  searched.add(folder)
  for (const name of namesIn(folder)) {
    const [, pid] = ownNames.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeWhole(join(folder, name))
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes a file, or a folder with all that is in it. */
export function removeWhole(path: string) {
  try {
    fs.rmSync(path, { recursive: true, force: true })
  } catch {
    // A program may have taken our permissions on its folders away. Unlike Node, rm removes folders that are nested so deeply
    // that their paths are too long for one system call.
    spawnSync('/bin/sh', ['-c', 'chmod -R u+rwX "$0"; rm -rf "$0"', path], { stdio: 'ignore' })
  }
}
