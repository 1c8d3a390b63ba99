import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeWhole, temporaryFolder } from '../base/files.ts'
import type { SandboxCommand } from '../base/sandbox.ts'
import { start, systemLimits } from '../base/start.ts'
import { EnvironmentError } from '../base/usage-error.ts'
import type { Bytes } from '../session/bytes.ts'
import { type Child, listenFor } from './conversation.ts'
import { openInputPipe, openOutputPipe } from './pipes.ts'
import { activityOf, descendantsOf, mayRead, processesWith, readsInput, usageOf } from './procfs.ts'
import type { Terminal } from './pty.ts'
import { quote } from './sh.ts'

/** Only a machine in trouble takes that long. */
const maxShellStartMs = 10_000

/** A kernel has at least 100 ticks a second. */
const fileSystemTickMs = 10

export interface ExecutionContext {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** True for programs of strangers: memory, processes and files are limited. */
  readonly isLimited?: boolean
  /**
   * Where each shell gets a folder of its own, so that sessions played at the same time do not find each other's files: it is
   * HOME and TMPDIR, and the current folder is in it, with links to what is in `cwd` (default: all share `cwd`).
   */
  readonly temporary?: string
  /** True if a program must not find files that an earlier one has left there. */
  readonly forgetsFiles?: boolean
  readonly sandbox?: SandboxCommand | undefined
}

/**
 * A long-lived shell that runs programs one after the other, all in its session and process group. Node blocks for 1 to 2 ms to
 * start a process, and gives it sockets, which cannot be opened as /dev/stdin. A shell needs a fraction of that time, and its
 * named pipes can be opened.
 */
export class Shell {
  readonly pid: number
  /** `NAME=value` in the environment of only this shell and its programs. */
  readonly tag: string
  readonly #context: ExecutionContext
  readonly #terminal: Terminal | undefined
  readonly #folder = temporaryFolder('pipes')
  readonly #ownFolders: readonly string[]
  readonly #process: ReturnType<typeof startShell>
  #reports = ''
  #onReport: () => void = () => {}
  /** Resolves once the shell runs, to the pid of its process in the background; to undefined if it cannot run. */
  readonly #started: Promise<string | undefined>
  #background: number | undefined
  readonly #outputs: ReturnType<typeof openOutputPipe>[] = []
  #hasEnded = false
  /** Before the first program; undefined if the shell is for one program only. */
  #pristineState: string | undefined

  /**
   * @param terminal instead of pipes, for one program; closed with the shell
   * @throws UsageError if there is no space for pipes
   */
  constructor(context: ExecutionContext, terminal?: Terminal) {
    const { tag, folders, ...own } = ownContext(context)
    this.tag = tag
    this.#ownFolders = folders
    this.#context = context
    this.#terminal = terminal
    this.#process = startShell({ ...context, ...own }, this.#folder.path, terminal)
    this.pid = this.#process.pid ?? 0
    for (const socket of this.#sockets) socket?.on('error', () => {})
    const hasEnded = () => {
      this.#hasEnded = true
      this.#onReport()
    }
    this.#process.then(hasEnded)
    // Other processes may still hold the other streams.
    this.#sockets[1]?.setEncoding('latin1').on('end', hasEnded)
    this.#sockets[1]?.on('data', (text: Bytes) => {
      this.#reports += text
      this.#onReport()
    })
    // To a dumb terminal, programs send no control sequences.
    const type = terminal === undefined ? '' : 'export TERM=dumb; unset COLUMNS LINES\n'
    this.#sockets[0]?.write(`${type}echo $5 >&3\n`)
    const line = this.#nextLine()
    this.#started = listenFor(line, maxShellStartMs).then((hasAnswered) => (hasAnswered ? line : undefined))
  }

  /**
   * Runs shell code. The previous program must have ended.
   * @param readsPipe whether it reads its input line by line
   * @throws EnvironmentError if the shell or its pipes cannot be opened
   */
  async start(code: Bytes, readsPipe = true): Promise<Child> {
    const { sandbox } = this.#context
    if (this.#background === undefined) await this.#beginFirst()
    const terminal = this.#terminal
    const opened = readsPipe && terminal === undefined ? this.#nextLine() : undefined
    const streams = terminal?.streams ?? this.#pipes(opened)
    const end = opened?.then((line) => (line === '+' ? this.#nextLine() : line)) ?? this.#nextLine()
    this.#sockets[0]?.write(order(code), 'latin1')
    // With the shell: it must still report the end of the program.
    const running = () => [this.pid, ...descendantsOf(this.pid, this.#background)]
    // The first process of a sandbox waits in its own way, and is no part of the program.
    const inside = () => running().slice(sandbox === undefined ? 0 : 1)
    return {
      ...streams,
      status: end.then((line) => (line === undefined ? undefined : Number(line))),
      activity: () => activityOf(running()),
      usage: () => usageOf(running()),
      readsInput: () => readsInput(inside()),
      mayRead: () => mayRead(inside()),
      ...(terminal && { flushHeld: terminal.flushHeld, keyboard: terminal.keyboard }),
    }
  }

  async #beginFirst() {
    const background = await this.#started
    const { sandbox } = this.#context
    if (background === undefined) {
      // The process in the background, too, has the pipes open.
      if (this.pid > 0) kill(-this.pid)
      const why = `cannot be started (${(await this.#process).code ?? 'it ended'})`
      throw new EnvironmentError(sandbox === undefined ? 'sh' : 'sh in a sandbox', why)
    }
    this.#background = Number(background)
    if (this.#terminal !== undefined || (sandbox !== undefined && sandbox.apart === undefined)) return
    // Changes within the tick in which the sandbox was made would go unnoticed.
    if (sandbox !== undefined) await sleep(fileSystemTickMs)
    this.#pristineState = this.#state()
  }

  /** True if the next program finds everything as the first one did. */
  get isAsNew(): boolean {
    return this.#pristineState !== undefined && this.#state() === this.#pristineState
  }

  /** Names files, processes in the sandbox, and the change times of its writable folders, which programs cannot set. */
  #state(): string | undefined {
    const { sandbox, forgetsFiles } = this.#context
    try {
      // Not the names below these folders: a program may have left links to anywhere.
      const names = JSON.stringify((forgetsFiles ? this.#ownFolders : []).map((folder) => readdirSync(folder)))
      if (sandbox === undefined) return names
      const [shell, ...others] = descendantsOf(this.pid, this.#background)
      const timeOf = (folder: string) => statSync(`/proc/${shell}/root${folder}`, { bigint: true }).ctimeNs
      return [names, ...others, ...sandbox.writable.map(timeOf)].join()
    } catch {
      // The shell has ended, a program has removed a folder, or the system does not let us look.
      return undefined
    }
  }

  /** @param opened resolves once the program has opened its input; absent: it does not read from the pipe */
  #pipes(opened: Promise<unknown> | undefined) {
    const [input = '', ...paths] = pathsIn(this.#folder.path)
    const outputs = this.#outputs
    try {
      for (const [index, path] of paths.entries())
        if (!outputs[index]?.isUsable()) outputs[index] = openOutputPipe(path)
      const stdin = opened && openInputPipe(input)
      return {
        write: (bytes: Bytes) => stdin?.write(bytes),
        // Nobody can open a pipe for reading that nobody has open for writing.
        endInput: () => void opened?.then(() => stdin?.end()),
        listen(...listeners: ((bytes: Bytes) => void)[]) {
          for (const [index, listener] of listeners.entries()) outputs[index]?.listen(listener)
        },
        isOutputClosed: () => outputs[0]?.isClosed() === true,
        finish() {
          const open = outputs.filter((pipe) => !pipe.isClosed())
          return open.length === 0 ? undefined : Promise.all(open.map((pipe) => pipe.whenClosed()))
        },
        close() {
          stdin?.destroy()
          for (const pipe of outputs) pipe.listen(() => {})
        },
      }
    } catch (error) {
      throw new EnvironmentError('sh', `its pipes cannot be opened (${(error as NodeJS.ErrnoException).code})`)
    }
  }

  /** Kills shells and what their programs left behind. Must be called once for each; searching for all at once is faster. */
  static close(shells: readonly Shell[]) {
    for (const { pid } of shells) if (pid > 0) kill(-pid)
    // A sandbox kills its processes itself.
    killAllWith(shells.flatMap((shell) => (shell.#context.sandbox === undefined ? `${shell.tag}\0` : [])))
    for (const shell of shells) {
      for (const stream of [...shell.#sockets, ...shell.#outputs]) stream?.destroy()
      shell.#folder.remove()
      const [home] = shell.#ownFolders
      if (home !== undefined) removeWhole(home)
      shell.#terminal?.close()
    }
  }

  get #sockets() {
    const [orders, , , reports, lifeline] = this.#process.stdio as unknown as Socket[]
    return [orders, reports, lifeline]
  }

  #nextLine(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#onReport = () => {
        const end = this.#reports.indexOf('\n')
        if (end < 0 && !this.#hasEnded) return
        this.#onReport = () => {}
        resolve(end < 0 ? undefined : this.#reports.slice(0, end))
        this.#reports = this.#reports.slice(end + 1)
      }
      this.#onReport()
    })
  }
}

let count = 0
const ourMark = `${process.pid}-`

/** Entries must see no variable of ours: where each shell has a folder of its own, TMPDIR is the tag. */
function ownContext({ cwd, env, temporary }: ExecutionContext) {
  const name = `${ourMark}${++count}`
  if (temporary === undefined)
    return { tag: `NINEHOLE_SESSION=${name}`, cwd, env: { ...env, NINEHOLE_SESSION: name }, folders: [] }
  const home = join(temporary, name)
  const copy = join(home, basename(cwd))
  const own = { tag: `TMPDIR=${home}`, env: { ...env, HOME: home, TMPDIR: home }, folders: [home, copy] }
  try {
    mkdirSync(copy, { recursive: true })
    for (const file of readdirSync(cwd)) symlinkSync(join(cwd, file), join(copy, file))
    return { ...own, cwd: copy }
  } catch {
    // A program has removed the folder, or our permissions on it.
    return { ...own, cwd }
  }
}

/*
 * The shell code that runs the programs of sessions. Who holds which descriptor:
 *
 *   descriptor   the shell                             a program       the process in the background
 *   0            our orders, as a script               $1, or input    our orders
 *   1, 2         nothing                               $2, $3          nothing
 *   3            our reports: it runs; a program has   closed          closed
 *                opened $1, `+`; how each ended
 *   4            closed                                closed          the lifeline: only we hold its other end
 *   5            the terminal, if there is one         closed          closed
 */

/**
 * Makes the named pipes $1, $2 and $3 unless they are a terminal, and becomes the command that follows: the shell, or a sandbox
 * around it. The process in the background kills the group at the end of a pipe that only we hold: nothing outlives us.
 */
const startScript = `
[ -c "$1" ] && exec 5<>"$1" || command -p mkfifo "$1" "$2" "$3"
(read -r line <&4; kill -9 0) 3>&- 5>&- &
shift 3
exec "$@" $! 4<&-`

/**
 * Runs code, marks the end of output in a terminal with $4, and reports the exit status. The shell takes this from its standard
 * input: a loop that reads lines would need a system call for each byte.
 */
const order = (code: Bytes) => `eval ${quote(code)} 2>/dev/null
status=$?
[ -n "$4" ] && printf %s "$4" >"$2"
echo $status >&3
`

const pathsIn = (folder: string, tty?: string) =>
  tty === undefined ? ['in', 'out', 'err'].map((name) => join(folder, name)) : [tty, tty, tty]

function startShell({ cwd, env, isLimited, sandbox }: ExecutionContext, folder: string, terminal?: Terminal) {
  const code = isLimited ? systemLimits + startScript : startScript
  const paths = pathsIn(folder, terminal?.path)
  const around = sandbox?.around(terminal === undefined ? folder : undefined) ?? []
  const seen = sandbox === undefined ? paths : pathsIn(sandbox.pipesSeen, terminal && '/proc/self/fd/5')
  const shell = ['/bin/sh', '-s', ...seen, terminal?.endMark ?? '']
  return start('/bin/sh', ['-c', code, 'sh', ...paths, ...around, ...shell], {
    cwd,
    env: env as Record<string, string>,
    extendEnv: false,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    buffer: false,
    reject: false,
  })
}

/**
 * Looks again for processes with one of these environment variables, as one that was just made, or is becoming another program,
 * is not seen at once; not for ever, as some cannot be killed.
 */
function killAllWith(variables: readonly string[]) {
  if (variables.length === 0) return
  for (let looks = 0, empty = 0; empty < 2 && looks < maxLooks; looks++) {
    const found = processesWith(variables, ourMark)
    for (const pid of found) kill(pid)
    empty = found.length === 0 ? empty + 1 : 0
  }
}

const maxLooks = 50

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
