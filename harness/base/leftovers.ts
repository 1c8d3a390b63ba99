import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

// The names of our temporary files and folders include the process id, so that a later process removes what a killed
// one left.

/** The machine and the pid namespace: other machines may share the folder, where our process id means nothing. */
const machineId = createHash('sha256')
  .update(`${hostname()} ${fs.existsSync('/proc/self/ns/pid') ? fs.readlinkSync('/proc/self/ns/pid') : ''}`)
  .digest('hex')
  .slice(0, 8)

/**
 * The beginning of a name that is unique to this process.
 * @param kind letters, perhaps with a dot before them
 */
export const ownName = (kind: string) => `${kind}-${process.pid}.${machineId}-`

/** Matches names by `ownName` on this machine; captures the process id. */
const leftoverName = new RegExp(`^\\.?[a-z]+-(\\d+)\\.${machineId}-`)

const searched = new Set<string>()

/**
 * Removes what dead processes have left in a folder. Searches each folder once, and skips one that cannot be read.
 */
export function removeLeftovers(folder: string) {
  if (searched.has(folder)) return
  searched.add(folder)
  for (const name of namesIn(folder)) {
    const [, pid] = leftoverName.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeWhole(join(folder, name))
  }
}

/** The names in a folder, not below it; none if it cannot be read. */
export function namesIn(folder: string): string[] {
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

/** Removes a file or folder, with everything in it. */
export function removeWhole(path: string) {
  try {
    fs.rmSync(path, { recursive: true, force: true })
  } catch {
    // A program may have removed our permissions on its folders. Unlike Node, rm copes with paths that are too long for one
    // system call.
    spawnSync('/bin/sh', ['-c', 'chmod -R u+rwX "$0"; rm -rf "$0"', path], { stdio: 'ignore' })
  }
}
