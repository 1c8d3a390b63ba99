import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of processes in /proc. Elsewhere nothing is found, and callers do without. */

/** What processes do, all together. */
export interface Activity {
  /** Whether all of them wait. */
  readonly waits: boolean
  /** How much processor time they have used. */
  readonly milliseconds: number
  /** How much memory they have in use. */
  readonly bytes: number
  /** How many they are. */
  readonly processes: number
}

/** @returns undefined where nothing is known of them */
export function activityOf(pids: readonly number[]): Activity | undefined {
  const found = pids.map(fieldsOf).filter(({ length }) => length > 21)
  if (found.length === 0) return undefined
  const sum = (index: number) => found.reduce((sum, fields) => sum + Number(fields[index]), 0)
  return {
    waits: found.every(([state = '']) => !/^[RD]$/.test(state)),
    // The kernel counts in ticks, a hundred a second, and in pages.
    milliseconds: (sum(11) + sum(12)) * 10,
    bytes: sum(21) * 4096,
    processes: found.length,
  }
}

/** The processes that a process has started, whichever of its threads did. */
const childrenOf = (pid: number): number[] =>
  list(`/proc/${pid}/task`)
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number)

/** The children of a process, their children, and so on; without some of them, and without the children of these. */
export const descendantsOf = (pid: number, without: ReadonlySet<number> = new Set()): number[] =>
  childrenOf(pid)
    .filter((child) => !without.has(child))
    .flatMap((child) => [child, ...descendantsOf(child, without)])

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
