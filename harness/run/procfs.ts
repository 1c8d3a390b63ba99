import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// Linux shows processes in /proc. On other systems nothing is found, and callers do without.

/** Processor time of these processes, and whether all of them wait; undefined if the system does not show it. */
export function activityOf(pids: readonly number[]): { waits: boolean; milliseconds: number } | undefined {
  const found = pids.map(fieldsOf).filter(({ length }) => length > 12)
  if (found.length === 0) return undefined
  return {
    // R: it runs; D: it waits for a disk, which is work. The first thread of a process may wait for the others.
    waits: pids.flatMap(threadsOf).every((thread) => !/[RD]/.test(fieldsOf(thread)[0] ?? '')),
    // The kernel counts in ticks, 100 a second: in user mode, and for system calls.
    milliseconds: found.reduce((sum, fields) => sum + 10 * (Number(fields[11]) + Number(fields[12])), 0),
  }
}

/** Counts the processes that are still there, and adds up their memory. */
export function usageOf(pids: readonly number[]): { processes: number; bytes: number } {
  const found = pids.map((pid) => read(`/proc/${pid}/status`)).filter((status) => status !== '')
  // A zombie has no memory.
  const kibibytes = found.map((status) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0))
  return { processes: found.length, bytes: kibibytes.reduce((sum, each) => sum + 1024 * each, 0) }
}

/**
 * True if the program wants a line, and so has written everything: one process reads its standard input, a pipe, and all others
 * wait for that process. False if the system does not show it.
 */
export function readsInput(pids: readonly number[]): boolean {
  const calls = pids.map(callOf)
  const readers = calls.filter(({ call, numbers }) => /pipe_read/.test(call) && /^\d+ 0x0 /.test(numbers))
  const waiting = calls.filter(({ call }) => call === 'do_wait')
  return readers.length > 0 && readers.length + waiting.length === calls.length
}

/**
 * True if a thread of one of these processes waits for its standard input, a named pipe, or for a terminal, whatever the others
 * do, such as a job in the background. False if one waits for a time, or each for a child. Undefined if the system shows neither.
 */
export function mayRead(pids: readonly number[]): boolean | undefined {
  const threads = pids.flatMap(threadsOf)
  // What was typed into a terminal takes a moment to wake a program that reads it: this is no proof at once.
  const reads = (thread: string) => {
    const { call, numbers } = callOf(thread)
    const [, number = '', file = ''] = /^(\d+) 0x([\da-f]+) /.exec(numbers) ?? []
    if (!/pipe_read|wait_woken|tty_read/.test(call) || file === '') return false
    const path = ifThere(() => readlinkSync(`/proc/${thread}/fd/${Number.parseInt(file, 16)}`)) ?? 'pipe:'
    return file === '0' ? !path.startsWith('pipe:') : readCalls.has(number) && /^\/dev\/(tty|pts\/)/.test(path)
  }
  if (threads.some(reads)) return true
  const calls = threads.map(callOf)
  const isElsewhere = calls.some(waitsForTime) || (calls.length > 0 && calls.every(({ call }) => call === 'do_wait'))
  return isElsewhere ? false : undefined
}

/** `read` on x64 and arm64: a write may wait for a terminal, too. */
const readCalls: ReadonlySet<string> = new Set(['0', '63'])

/** Which argument is the timeout of a system call that waits for files, by its number on x64 or arm64. */
const timeoutAt: Readonly<Record<string, number>> = { 7: 3, 22: 4, 23: 5, 72: 5, 73: 3, 232: 4, 270: 5, 271: 3, 281: 4 }

/** True for a thread that sleeps, or polls with a timeout, as Node does while a timer runs. */
function waitsForTime({ call, numbers }: ReturnType<typeof callOf>): boolean {
  if (/nanosleep/.test(call)) return true
  const [number = '', ...words] = numbers.split(' ')
  const timeout = /epoll|poll_schedule/.test(call) ? words[(timeoutAt[number] ?? 0) - 1] : undefined
  return timeout !== undefined && !/^0x(0|f{8}|f{16})$/.test(timeout)
}

/** Names the kernel function in which a thread waits, and the number and arguments of its system call. */
const callOf = (thread: number | string) => ({
  call: read(`/proc/${thread}/wchan`),
  numbers: read(`/proc/${thread}/syscall`),
})

/** @param except a child to leave out, with its own descendants */
export const descendantsOf = (pid: number, except?: number): number[] =>
  list(`/proc/${pid}/task`)
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number)
    .filter((child) => child !== except)
    .flatMap((child) => [child, ...descendantsOf(child)])

/**
 * Finds processes by the beginning of an environment variable, or of one of several, written `NAME=value`.
 * @param mark a text in the environment of every process that is ever looked for: others are not read again for a while
 */
export function processesWith(beginnings: string | readonly string[], mark = ''): number[] {
  const now = performance.now()
  if (now - forgotAt > minPidReuseMs) unmarkedSince.clear()
  if (unmarkedSince.size === 0) forgotAt = now
  const isFound = (name: string) => {
    const since = unmarkedSince.get(name) ?? now
    if (!/^\d/.test(name) || now - since > maxExecMs) return false
    const environment = read(`/proc/${name}/environ`)
    if (!environment.includes(mark)) unmarkedSince.set(name, environment === '' ? since : Number.NEGATIVE_INFINITY)
    return [beginnings].flat().some((beginning) => `\0${environment}`.includes(`\0${beginning}`))
  }
  return list('/proc').filter(isFound).map(Number)
}

/** Since when processes have been seen without the mark; those with another environment will never have it. */
const unmarkedSince = new Map<string, number>()
let forgotAt = 0

/** Until then, no pid is given to another process: a machine does not use up all. */
const minPidReuseMs = 500

/** A process that becomes another program has an empty environment for a moment; that of a dead one stays empty. */
const maxExecMs = 200

const threadsOf = (pid: number): string[] => list(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`)

/** Returns state, parent, group, session …: what follows the name, which is in parentheses and may contain anything. */
function fieldsOf(pid: number | string): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const list = (folder: string): string[] => ifThere(() => readdirSync(folder)) ?? []
const read = (file: string): string => ifThere(() => readFileSync(file, 'latin1')) ?? ''

/** A process may end, and its files vanish, at any time. */
function ifThere<Content>(read: () => Content): Content | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
