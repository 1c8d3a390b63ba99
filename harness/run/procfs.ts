import { readdirSync, readFileSync } from 'node:fs'

// Linux tells of processes in /proc. Elsewhere nothing is found, and callers do without.

/** The activity of processes, all together. */
export interface Activity {
  /** All of them wait. */
  readonly waits: boolean
  /** The processor time that they have used. */
  readonly milliseconds: number
  /** The memory that they have in use. */
  readonly bytes: number
  readonly processes: number
}

/** @returns what processes do; undefined where nothing is known of them */
export function activityOf(pids: readonly number[]): Activity | undefined {
  const found = pids.map((pid) => fieldsOf(pid)).filter(({ length }) => length > 21)
  if (found.length === 0) return undefined
  const sum = (index: number) => found.reduce((sum, fields) => sum + Number(fields[index]), 0)
  return {
    waits: pids.flatMap(statesOf).every((state) => !/[RD]/.test(state)),
    // The kernel counts in ticks, a hundred a second …
    milliseconds: (sum(11) + sum(12)) * 10,
    // … and in pages.
    bytes: sum(21) * pageSize(),
    processes: found.length,
  }
}

/**
 * Tells whether one of these processes waits for its standard input, a pipe, and all others for that one: what a program
 * does that has said all and wants to hear something. False where the system does not show it, and for a program that waits
 * for several things at a time.
 */
export const readsInput = (pids: readonly number[]): boolean =>
  areReading(pids.map((pid) => ({ call: read(`/proc/${pid}/wchan`), numbers: read(`/proc/${pid}/syscall`) })))

/** The call in which a process waits: its name in the kernel, and its number with the numbers that it was given. */
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
 * The children of a process, whichever of its threads has started them, their children, and so on.
 * @param except a child that is left out, with all below it
 */
export const descendantsOf = (pid: number, except?: number): number[] =>
  list(`/proc/${pid}/task`)
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number)
    .filter((child) => child !== except)
    .flatMap((child) => [child, ...descendantsOf(child)])

/**
 * The processes that have an environment variable which begins in one of these ways, written `NAME=value`.
 * @param mark a text in the environment of every process that may ever be looked for: others are looked at once. Absent: all
 *   are looked at
 */
export function processesWith(beginnings: string | readonly string[], mark = ''): number[] {
  const now = performance.now()
  forgetReused(now)
  const isFound = (name: string) => {
    if (!/^\d/.test(name) || (mark !== '' && strangers.has(name))) return false
    const environment = read(`/proc/${name}/environ`)
    if (environment !== '' && !environment.includes(mark)) strangers.add(name)
    // That of a process which becomes another program is empty for a moment; that of a dead one, or of the system, stays so.
    const since = emptySince.get(name) ?? now
    if (environment === '') emptySince.set(name, since)
    if (environment === '' && now - since > longestEmpty) strangers.add(name)
    return [beginnings].flat().some((beginning) => `\0${environment}`.includes(`\0${beginning}`))
  }
  return list('/proc').filter(isFound).map(Number)
}

/** The pids of processes without such a mark. */
const strangers = new Set<string>()
const emptySince = new Map<string, number>()
let newest = 0
let lookedAt = 0

/** The system gives out pids in turn: all that we know may be others when it begins again, or we have not looked for long. */
function forgetReused(now: number) {
  const last = Number(read('/proc/loadavg').split(' ').at(-1))
  if (!(last >= newest) || now - lookedAt > longestGap) {
    strangers.clear()
    emptySince.clear()
  }
  newest = last
  lookedAt = now
}

/** In milliseconds: no machine makes all its processes anew in this time, … */
const longestGap = 2000
/** … and none becomes another program for so long. */
const longestEmpty = 200

/** The states of the threads of a process: the first one may wait for the others. */
const statesOf = (pid: number): string[] =>
  list(`/proc/${pid}/task`).map((thread) => fieldsOf(`${pid}/task/${thread}`)[0] ?? '')

/** State, parent, group, session … : what stands after the name, which is in parentheses and may hold anything. */
function fieldsOf(pid: number | string): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The size of a page of memory, in bytes: AT_PAGESZ, the sixth kind of what the kernel tells a process at its start. */
function pageSize(): number {
  if (knownPageSize !== undefined) return knownPageSize
  const pairs = new BigUint64Array(Uint8Array.from(Buffer.from(read('/proc/self/auxv'), 'latin1')).buffer)
  const at = pairs.findIndex((kind, index) => index % 2 === 0 && kind === 6n)
  // A system of 32 bits has other pairs, and pages of this size.
  knownPageSize = at === -1 ? 4096 : Number(pairs[at + 1])
  return knownPageSize
}

let knownPageSize: number | undefined

const list = (folder: string): string[] => ifThere(() => readdirSync(folder)) ?? []
const read = (file: string): string => ifThere(() => readFileSync(file, 'latin1')) ?? ''

/** A process may end at any time. */
function ifThere<Content>(read: () => Content): Content | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
