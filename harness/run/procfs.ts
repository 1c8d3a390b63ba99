import { readdirSync, readFileSync } from 'node:fs'

// Linux shows processes in /proc. On other systems nothing is found, and callers do without.

/** What several processes do and use in total: processor time, memory. */
export interface Activity {
  readonly waits: boolean
  readonly milliseconds: number
  readonly bytes: number
  readonly processes: number
}

/** The activity of processes; undefined if the system does not show it. */
export function activityOf(pids: readonly number[]): Activity | undefined {
  const found = pids.map((pid) => fieldsOf(pid)).filter(({ length }) => length > 21)
  if (found.length === 0) return undefined
  const sum = (index: number) => found.reduce((sum, fields) => sum + Number(fields[index]), 0)
  return {
    waits: pids.flatMap(statesOf).every((state) => !/[RD]/.test(state)),
    // The kernel counts in ticks, 100 a second …
    milliseconds: (sum(11) + sum(12)) * 10,
    // … and in pages.
    bytes: sum(21) * pageSize(),
    processes: found.length,
  }
}

/**
 * True if one of these processes waits for its standard input, a pipe, and all others wait for that process: then the
 * program has written everything, and wants a line. False if the system does not show it, or a process waits for
 * several things at once.
 */
export const readsInput = (pids: readonly number[]): boolean =>
  areReading(pids.map((pid) => ({ call: read(`/proc/${pid}/wchan`), numbers: read(`/proc/${pid}/syscall`) })))

/** The system call in which a process waits: the kernel's name, and the number with its arguments. */
interface Waiting {
  readonly call: string
  readonly numbers: string
}

/** @see readsInput */
export function areReading(processes: readonly Waiting[]): boolean {
  const readers = processes.filter(({ call, numbers }) => /pipe_read/.test(call) && /^\d+ 0x0 /.test(numbers))
  const waiting = processes.filter(({ call }) => call === 'do_wait')
  return readers.length > 0 && readers.length + waiting.length === processes.length
}

/**
 * The children of a process (of all its threads), their children, and so on.
 * @param except a child to leave out, with its children
 */
export const descendantsOf = (pid: number, except?: number): number[] =>
  list(`/proc/${pid}/task`)
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number)
    .filter((child) => child !== except)
    .flatMap((child) => [child, ...descendantsOf(child)])

/**
 * Finds processes by the beginning of an environment variable, or of one of several, written `NAME=value`.
 * @param mark a text in the environment of every process that is ever looked for: processes without it are read only
 *   once (default: read all)
 */
export function processesWith(beginnings: string | readonly string[], mark = ''): number[] {
  const now = performance.now()
  forgetReused(now)
  const isFound = (name: string) => {
    if (!/^\d/.test(name) || (mark !== '' && strangers.has(name))) return false
    const environment = read(`/proc/${name}/environ`)
    if (environment !== '' && !environment.includes(mark)) strangers.add(name)
    // The environment is empty for a moment while a process becomes another program; it stays empty for dead and kernel
    // processes.
    const since = emptySince.get(name) ?? now
    if (environment === '') emptySince.set(name, since)
    if (environment === '' && now - since > longestEmpty) strangers.add(name)
    return [beginnings].flat().some((beginning) => `\0${environment}`.includes(`\0${beginning}`))
  }
  return list('/proc').filter(isFound).map(Number)
}

const strangers = new Set<string>()
const emptySince = new Map<string, number>()
let newest = 0
let lookedAt = 0

/** Forgets strangers when pids may have been reused: the pids started over, or the last look was long ago. */
function forgetReused(now: number) {
  const last = Number(read('/proc/loadavg').split(' ').at(-1))
  if (!(last >= newest) || now - lookedAt > longestGap) {
    strangers.clear()
    emptySince.clear()
  }
  newest = last
  lookedAt = now
}

/** In milliseconds: no machine uses up all pids in this time, … */
const longestGap = 2000
/** … and no process takes this long to become another program. */
const longestEmpty = 200

/** The states of all threads of a process: the first thread may wait for the others. */
const statesOf = (pid: number): string[] =>
  list(`/proc/${pid}/task`).map((thread) => fieldsOf(`${pid}/task/${thread}`)[0] ?? '')

/** The fields after the name: state, parent, group, session … The name is in parentheses and may contain anything. */
function fieldsOf(pid: number | string): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The size of a page of memory, in bytes: AT_PAGESZ, number 6 in the auxiliary vector. */
function pageSize(): number {
  if (knownPageSize !== undefined) return knownPageSize
  const pairs = new BigUint64Array(Uint8Array.from(Buffer.from(read('/proc/self/auxv'), 'latin1')).buffer)
  const at = pairs.findIndex((kind, index) => index % 2 === 0 && kind === 6n)
  // The vector of a 32-bit system has another form; its pages have this size.
  knownPageSize = at === -1 ? 4096 : Number(pairs[at + 1])
  return knownPageSize
}

let knownPageSize: number | undefined

const list = (folder: string): string[] => ifThere(() => readdirSync(folder)) ?? []
const read = (file: string): string => ifThere(() => readFileSync(file, 'latin1')) ?? ''

/** Reads a file that may vanish: a process may end at any time. */
function ifThere<Content>(read: () => Content): Content | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
