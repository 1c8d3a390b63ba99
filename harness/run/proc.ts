import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of processes in /proc. Elsewhere nothing is found, and callers do without. */

/** Whether processes wait, all of them, and how much processor time they have used together, in milliseconds. */
export interface Activity {
  readonly waits: boolean
  readonly milliseconds: number
}

/** @returns undefined where nothing is known of them */
export function activityOf(pids: readonly number[]): Activity | undefined {
  const found = pids.flatMap((pid) => {
    const fields = fieldsOf(pid)
    // The kernel counts in ticks, a hundred a second.
    return fields.length < 13
      ? []
      : [{ waits: !/^[RD]$/.test(fields[0] ?? ''), milliseconds: (Number(fields[11]) + Number(fields[12])) * 10 }]
  })
  if (found.length === 0) return undefined
  return {
    waits: found.every(({ waits }) => waits),
    milliseconds: found.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }
}

/** The name of a process; empty where there is none. */
export const nameOf = (pid: number): string => read(`/proc/${pid}/comm`).trimEnd()

/** How much memory a process has in use, in bytes; 0 where that is not known. */
export const memoryOf = (pid: number): number => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096

/** The processes that a process has started, whichever of its threads did. */
export const childrenOf = (pid: number): number[] =>
  list(`/proc/${pid}/task`)
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number)

/** The children of a process, their children, and so on. */
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])

/** The processes that have an environment variable which begins so, written `NAME=value`. */
export function processesWith(beginning: string): number[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name) && `\0${read(`/proc/${name}/environ`)}`.includes(`\0${beginning}`))
    .map(Number)
}

/** State, parent, group, session … : what stands behind the name, which is in parentheses and may hold anything. */
function fieldsOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
