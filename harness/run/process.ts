import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { Bytes } from '../session/bytes.ts'
import { attend } from './attendant.ts'
import { spawnOnPipes } from './pipes.ts'
import { spawnInPty } from './pty.ts'
import { running } from './running.ts'

/** A program as it is started: an absolute path or a name on the PATH, its arguments, where, and with what environment. */
export interface Program {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether it runs in a pseudo-terminal instead of on pipes. */
  readonly terminal?: boolean
  /** Whether its standard streams must be pipes that can be opened by name. */
  readonly pipes?: boolean
}

/** What drivers use of a program's standard input: as much as they need of a stream. */
export interface Sink {
  write(bytes: Bytes, encoding: 'latin1'): unknown
  end(): unknown
  destroy(): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** What they use of its standard output and standard error. */
export interface Source {
  setEncoding(encoding: 'latin1'): unknown
  destroy(): unknown
  on(event: 'data', listener: (bytes: Bytes) => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** What a program will probably say, and what is answered to it, in turns: an answer has no newline. */
export type Plan = readonly Bytes[]

/** What drivers use of a started program, on pipes or in a pseudo-terminal. */
export interface Child<In extends Sink = Sink, Out extends Source = Source> {
  /** Undefined while it is not yet known, and where an attendant knows that nothing is left of it. */
  readonly pid?: number | undefined
  readonly stdin: In
  readonly stdout: Out
  readonly stderr: Out
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
  on(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown
  on(event: 'close', listener: () => void): unknown
  /** Its number is known; or it has killed the process that started it for us. */
  on(event: 'spawn' | 'orphaned', listener: () => void): unknown
  /** The process that hears it for us. */
  readonly attendant?: number | undefined
  /**
   * Has that process tell at once what it has kept to itself, as all went as planned.
   * @returns whether it may have anything to tell, and was not asked before
   */
  ask?(): boolean
}

/** A started program with whole streams. */
type Streams = Child<Writable, Readable>

/**
 * Every process that we start, and whatever it starts in turn, carries this variable. Two things end them: a program is
 * the leader of a process group that is killed as one; and what has left its group is found by the variable. What has
 * thrown that away, too, is ended by the attendant, if there is one.
 */
const mark = 'NINEHOLE_SESSION'

/** The process that all is done for: this one, or the one that keeps this one to hold sessions. */
export const keeper = 'NINEHOLE_KEEPER'

/** How our marks begin. */
const ours = `${process.env[keeper] ?? process.pid}-${process.pid}-`

/** How the marks of a process that we keep begin. */
export const marksOf = (pid: number | undefined) => `${process.pid}-${pid}-`

/** What runs, by its marks. */
const started = new Map<Child, string>()
let count = 0

/** What carries it attends programs for us; it lives as long as we do. */
const attendants = 'NINEHOLE_ATTENDANT'

/**
 * Starts a program in a process group of its own. Node's `spawn` and not execa, because a judge starts thousands of
 * them (see `npm run bench`).
 * @param plan how its session will probably go, where it is one of many, for which it is worth to have attendants
 */
export function start(program: Program): Streams & { readonly mark: string }
export function start(program: Program, plan?: Plan): Child & { readonly mark: string }
export function start(program: Program, plan?: Plan): Child & { readonly mark: string } {
  watch()
  const value = `${ours}${++count}.`
  const env = { ...program.env, [mark]: value, [keeper]: undefined }
  const { file, args, cwd } = program
  const attended = plan && !program.terminal ? attend({ ...program, env }, { [attendants]: ours }, plan) : undefined
  const child: Child =
    attended ??
    (program.terminal
      ? spawnInPty({ ...program, env })
      : program.pipes
        ? spawnOnPipes(file, args, { cwd, env })
        : spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' }))
  // A shell on a terminal gives every job a process group of its own.
  if (program.terminal) child.on('close', () => endMarked(value))
  started.set(child, value)
  return Object.assign(child, { mark: value })
}

/** Ends a started program and its process group, if they still run. */
export function end(child: Child) {
  if (!started.delete(child)) return
  if (child.pid !== undefined) kill(-child.pid)
  else child.on('spawn', () => child.pid !== undefined && kill(-child.pid))
}

/** Ends everything that was started and still runs, in whatever process group, by the mark in its environment. */
function endAll() {
  for (const { pid } of started.keys()) if (pid !== undefined) kill(-pid)
  started.clear()
  endMarked(ours)
}

/** Ends what sessions that are over have left behind, in whatever process group. */
export function endStrays() {
  const living = [`${attendants}=`, ...[...started.values()].map((value) => `${mark}=${value}`)]
  endMarked(ours, (environment) => !living.some((variable) => environment.includes(variable)))
}

/** Ends every process whose mark begins with this. Where there is no /proc to look in, it finds none. */
export function endMarked(beginning: string, isMeant: (environment: string) => boolean = () => true) {
  const isMarked = (environment: string) =>
    [mark, attendants].some((name) => environment.includes(`${name}=${beginning}`)) && isMeant(environment)
  for (const pid of running('environ', isMarked)) if (pid !== process.pid) kill(pid)
}

/**
 * What the operating system tells of a process: whether it waits for something, and how much processor time it has
 * used, in milliseconds. Undefined where there is no /proc.
 */
export function activity(pid: number): { readonly waits: boolean; readonly milliseconds: number } | undefined {
  const stat = read(`/proc/${pid}/stat`)
  // Behind the name, which is in parentheses and may hold anything: the state is field 3, utime and stime 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 13) return undefined
  const ticks = Number(fields[11]) + Number(fields[12])
  return { waits: fields[0] !== 'R' && fields[0] !== 'D', milliseconds: ticks * 10 }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

let watched = false

/**
 * Sees to it that nothing outlives us, however we end: by ourselves, by a signal, or killed outright. For the last, a
 * shell waits for the other end of a pipe to go away and then ends whatever still carries our mark.
 */
function watch() {
  if (watched) return
  watched = true
  process.once('exit', endAll)
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => process.exit(128 + number))
  }
  const script = `trap '' INT TERM HUP; cat >/dev/null
    for p in /proc/[0-9]*; do tr '\\0' '\\n' <"$p/environ" 2>/dev/null | grep -Eq '^(${mark}|${attendants})=${ours}' && kill -9 "\${p#/proc/}"; done`
  const watchdog = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watchdog.on('error', () => {})
  watchdog.unref()
  const pipe = watchdog.stdin as unknown as { unref?: () => void; on(event: 'error', listener: () => void): void }
  pipe.unref?.()
  pipe.on('error', () => {})
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
