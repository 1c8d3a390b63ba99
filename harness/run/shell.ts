import { closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../base/files.ts'
import { start } from '../base/start.ts'
import { MachineTrouble } from '../base/usage-error.ts'
import type { Wrapping } from '../entries/stage.ts'
import type { Bytes } from '../session/bytes.ts'
import { fileSystemTick, shellPatience, systemLimits } from '../session/limits.ts'
import type { Child } from './conversation.ts'
import { listenFor } from './listen.ts'
import { activityOf, descendantsOf, processesWith, readsInput } from './procfs.ts'
import type { Terminal } from './pty.ts'
import { shellScript, startScript } from './sh.ts'

/** The place and the environment in which programs run. */
export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Set if they are programs of strangers, whose memory, processes and files are limited. */
  readonly isLimited?: boolean
  /** A folder in which each shell gets one of its own for temporary files; absent: they use the system's. */
  readonly temporary?: string
  /** The sandbox in which each shell is; undefined: in none. */
  readonly sandbox?: Wrapping | undefined
}

interface Streams {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
}

/** A shell that was killed or stopped by a program that it had run. */
export class ShellLost extends MachineTrouble {
  constructor() {
    super('sh', 'was killed or stopped by a program that it had run')
  }
}

/**
 * A long-lived shell that runs one program after the other. Node needs a millisecond or two to start a process, in which it
 * can do nothing else, and gives it sockets, which cannot be opened as /dev/stdin. A shell needs a fraction of that, and named
 * pipes are real ones. Everything that it starts is in its session and its process group.
 */
export class Shell {
  readonly pid: number
  /** An environment variable that only it and what it starts have, written `NAME=value`. */
  readonly tag: string
  readonly #terminal: Terminal | undefined
  readonly #folder = temporaryFolder('pipes')
  readonly #process: ReturnType<typeof startShell>
  readonly #lines: AsyncIterator<string>
  readonly #sandbox: Wrapping | undefined
  readonly #listen: typeof listenFor
  /** The pid of its process in the background, when the shell runs; undefined if it does not. */
  readonly #background: Promise<number | undefined>
  /** The state of its sandbox before any program ran in it; undefined if it is for one program only. */
  #stateAtFirst: string | undefined

  /**
   * @param terminal the pseudo-terminal to use in place of pipes, for one program; it is closed with the shell
   * @param listen waits for the shell's answers
   * @throws UsageError if there is no place for pipes
   */
  constructor(place: Place, terminal?: Terminal, listen = listenFor) {
    this.#listen = listen
    const [name, value] = ownVariable(place)
    this.tag = `${name}=${value}`
    this.#terminal = terminal
    this.#sandbox = place.sandbox
    this.#process = startShell({ ...place, env: { ...place.env, [name]: value } }, this.#folder.path, terminal)
    this.pid = this.#process.pid ?? 0
    for (const socket of this.#sockets) socket?.on('error', () => {})
    this.#lines = createInterface({ input: this.#sockets[1] as Socket })[Symbol.asyncIterator]()
    this.#background = this.#start()
  }

  /**
   * Runs a line of shell code. The program before must have ended.
   * @throws MachineTrouble if the shell cannot be started or was killed, or there are too many open files
   */
  async start(code: Bytes): Promise<Child> {
    const background = await this.#background
    if (background === undefined) {
      // With its process in the background, which has its pipes open.
      if (this.pid > 0) kill(-this.pid)
      const why = `cannot be started (${(await this.#process).code ?? 'it ended'})`
      throw new MachineTrouble(this.#sandbox === undefined ? 'sh' : 'sh in a sandbox', why)
    }
    const terminal = this.#terminal
    if (this.#sandbox?.apart !== undefined && terminal === undefined && this.#stateAtFirst === undefined) {
      // What a program changes within the tick in which the sandbox was made could not be told from the making.
      await sleep(fileSystemTick)
      this.#stateAtFirst = this.#state(background)
    }
    const open = terminal === undefined ? openPipes(pipesIn(this.#folder.path)) : () => terminal
    this.#sockets[0]?.write(`${code}\n`, 'latin1')
    const hasStarted = (await this.#answer()) !== undefined
    const { stdin, stdout, stderr } = open()
    if (!hasStarted) {
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
      throw new ShellLost()
    }
    // The shell is one of them: it still has to report the end when the program is gone.
    const running = () => [this.pid, ...descendantsOf(this.pid, background)]
    return {
      stdin,
      stdout,
      stderr,
      status: this.#report().then((line) => (line === undefined ? undefined : Number(line))),
      activity: () => activityOf(running()),
      readsInput: () => readsInput(running()),
      tty: terminal?.path,
      ...(terminal && { letGo: terminal.letGo, keyboard: terminal.keyboard }),
    }
  }

  /**
   * Tells whether its sandbox, if it is in one, is as it was before it ran a program: no process and no file was left, and no
   * folder changed.
   */
  async isAsNew(): Promise<boolean> {
    if (this.#sandbox === undefined) return true
    return this.#stateAtFirst !== undefined && this.#state(await this.#background) === this.#stateAtFirst
  }

  /** Kills it, its group, and what its programs have left behind. Must be called once. */
  close() {
    Shell.close([this])
  }

  /** Closes several. What their programs have left behind is looked for once. */
  static close(shells: readonly Shell[]) {
    for (const { pid } of shells) if (pid > 0) kill(-pid)
    // All that is in a sandbox ends with it.
    const tags = shells.filter((shell) => shell.#sandbox === undefined).map(({ tag }) => `${tag}\0`)
    if (tags.length > 0) killAllWith(tags)
    for (const shell of shells) {
      for (const socket of shell.#sockets) socket?.destroy()
      shell.#folder.remove()
      shell.#terminal?.close()
    }
  }

  /**
   * The processes in its sandbox beside itself, and the times of the last changes to the folders that programs may write to. A
   * program can set the other times of a file, not this one.
   */
  #state(background: number | undefined): string | undefined {
    const [shell, ...others] = descendantsOf(this.pid, background)
    const timeOf = (folder: string) => statSync(`/proc/${shell}/root${folder}`, { bigint: true }).ctimeNs
    try {
      return [...others, ...(this.#sandbox?.writable ?? []).map(timeOf)].join()
    } catch {
      // It has ended, or the system does not let us look.
      return undefined
    }
  }

  /** Waits until it runs. @returns the pid of its process in the background; undefined if it does not run */
  async #start(): Promise<number | undefined> {
    const pid = await this.#answer()
    const runs = await this.#answer()
    return runs === undefined ? undefined : Number(pid)
  }

  /** Our orders, its reports, and the lifeline. */
  get #sockets() {
    const [orders, , , reports, lifeline] = this.#process.stdio as unknown as Socket[]
    return [orders, reports, lifeline]
  }

  /** Its next report; undefined if it has ended. */
  async #report(): Promise<string | undefined> {
    return (await Promise.race([this.#lines.next(), this.#process.then(() => undefined)]))?.value
  }

  /** A shell that is asked something answers at once, unless a program has stopped it. */
  async #answer() {
    const line = this.#report()
    return (await this.#listen(line, shellPatience)) ? line : undefined
  }
}

let count = 0
/** The beginning of the names of all our shells. */
const ourMark = `${process.pid}-`

/** An environment variable that no other shell has: a stranger's program should not see that it is one of ours. */
function ownVariable({ temporary }: Place): [name: string, value: string] {
  const name = `${ourMark}${++count}`
  if (temporary === undefined) return ['NINEHOLE_SESSION', name]
  const folder = join(temporary, name)
  try {
    mkdirSync(folder)
  } catch {
    // A program has removed the folder, or taken our permissions on it away.
  }
  return ['TMPDIR', folder]
}

/** The named pipes in a folder, for standard input, output and error. */
const pipesIn = (folder: string): Three => [join(folder, 'in'), join(folder, 'out'), join(folder, 'err')]
type Three = readonly [stdin: string, stdout: string, stderr: string]

function startShell({ cwd, env, isLimited, sandbox }: Place, folder: string, terminal: Terminal | undefined) {
  const code = isLimited ? systemLimits + startScript : startScript
  const three = (path: string): Three => [path, path, path]
  const paths = terminal === undefined ? pipesIn(folder) : three(terminal.path)
  const around = sandbox?.around(terminal === undefined ? folder : undefined) ?? []
  const inSandbox = (pipes: string) => (terminal === undefined ? pipesIn(pipes) : three('/proc/self/fd/5'))
  const seen = sandbox === undefined ? paths : inSandbox(sandbox.pipesSeen)
  const shell = ['/bin/sh', '-c', shellScript, 'sh', ...seen, terminal?.endMark ?? '']
  // Everybody sees the same: a terminal that can only print gets no control sequences.
  const type = terminal && { TERM: 'dumb', COLUMNS: undefined, LINES: undefined }
  return start('/bin/sh', ['-c', code, 'sh', ...paths, ...around, ...shell], {
    cwd,
    env: { ...env, ...type } as Record<string, string>,
    extendEnv: false,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    buffer: false,
    reject: false,
  })
}

/**
 * Opens our ends of the pipes, before the program's, so that neither side waits for the other.
 * @returns a function to call when the program has opened its ends: a reader without a writer sees the end of input
 */
function openPipes([stdin, stdout, stderr]: Three): () => Streams {
  const { O_RDONLY, O_RDWR, O_NONBLOCK } = constants
  const opened: number[] = []
  const open = (path: string, flags: number) => opened[opened.push(openSync(path, flags | O_NONBLOCK)) - 1] as number
  try {
    const written = open(stdin, O_RDWR)
    const read = [stdout, stderr].map((path) => open(path, O_RDONLY))
    return () => {
      const [stdout, stderr] = read.map((fd) => new Socket({ fd, readable: true, writable: false })) as [Socket, Socket]
      return { stdin: new Socket({ fd: written, readable: false, writable: true }), stdout, stderr }
    }
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw new MachineTrouble('sh', `its pipes cannot be opened (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * Kills the processes with one of these environment variables. One that is just made, or becomes another program, is not seen by the first
 * look; one that cannot be killed ends the search.
 */
function killAllWith(variables: readonly string[]) {
  for (let looks = 0, empty = 0; empty < 2 && looks < mostLooks; looks++) {
    const found = processesWith(variables, ourMark)
    for (const pid of found) kill(pid)
    empty = found.length === 0 ? empty + 1 : 0
  }
}

const mostLooks = 50

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
