import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { packageRoot } from '../games/package-root.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { memoryLimit, processLimit, tick } from './limits.ts'
import { type Activity, descendantsOf, processesWith } from './procfs.ts'
import { startInPty } from './pty.ts'
import type { Sandbox } from './sandbox.ts'
import { codeOf, kill, openShell, type Shell } from './shell.ts'

/** A program, as an absolute path or a name on the PATH, and its arguments. */
export type Command = readonly string[]

/** Where programs run, and with what environment. */
export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** An environment variable that nothing else has, written `NAME=value`; what a program leaves behind is found by it. */
  readonly tag?: string
  /** Whether they are programs of strangers, whose memory, processes and files are limited. */
  readonly isLimited?: boolean
  /** The words before each command that make it run in a sandbox. */
  readonly wrap?: readonly string[] | undefined
  /** If they run in pseudo-terminals instead of on pipes, whether these echo what is typed. */
  readonly terminal?: 'echo' | 'no echo' | undefined
}

/** The current folder, where the programs of a user run: with our environment, or in a sandbox. */
export function here({ wrap }: Partial<Sandbox> = {}): Place {
  const cwd = process.cwd()
  const env = { PATH: process.env.PATH, HOME: '/tmp', TMPDIR: '/tmp', LANG: process.env.LANG }
  const folders = [cwd, packageRoot, dirname(process.execPath)]
  return { cwd: '.', env: process.env, ...(wrap && { wrap: wrap({ files: {}, folders, cwd, env }) }) }
}

/** A program that runs. */
export interface Child {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** How it ended, as a shell's `$?` has it; undefined if its shell was killed. */
  readonly status: Promise<number | undefined>
  /** Whether it waits for something, and what time it has used; undefined where there is no /proc. */
  activity(): Activity | undefined
  /** The limit that it has met, for which it was killed; undefined if it has met none. */
  readonly exceeded: Exceeded | undefined
  /** Whether it has turned the echo of its terminal off, as it does to read a password; absent on pipes. */
  isEchoOff?(): Promise<boolean>
  /** Kills its group. */
  kill(): void
  /** Kills its group, and what it has started outside it. */
  killStrays(): void
  /** Must be called when its session is over; kills it if it still runs. */
  release(): void
}

/** A limit of a stranger's program. */
export type Exceeded = 'memory' | 'processes'

type Streams = Omit<Child, 'exceeded' | 'kill' | 'killStrays' | 'release'> & { readonly shell: Shell }

/** Starts programs in one place. */
export interface Programs {
  /**
   * @param more arguments behind those of the command, as bytes
   * @param input all its input, at once; `null`: none; absent, or on a terminal: the caller writes to `stdin`
   * @throws UsageError if it cannot be started
   */
  start(command: Command, more?: readonly Bytes[], input?: Bytes | null): Promise<Child>
  /** Kills everything that was started and still runs. */
  close(): void
}

let count = 0

/** The process ids of shells that were killed, which may take a moment. */
const killed = new Set<number>()

const ignore = () => {}

export function openPrograms({ cwd, env, isLimited = false, wrap = [], terminal, tag }: Place): Programs {
  const own = `${process.pid}-${++count}.`
  const place = { cwd, isLimited, env: tag === undefined ? { ...env, NINEHOLE_SESSION: own } : env }
  const shells = new Set<Shell>()
  // A listener keeps Node from opening its inspector to any program that sends the signal.
  if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore)
  const idle: Shell[] = []
  let isClosed = false

  function close(shell: Shell) {
    shells.delete(shell)
    killed.add(shell.pid)
    shell.close()
  }

  /** Kills every process with our tag except those of sessions that still run: our other descendants. */
  function killTagged() {
    const found = processesWith(tag ?? `NINEHOLE_SESSION=${own}`)
    const ours = new Set([process.pid, ...descendantsOf(process.pid, killed)])
    for (const pid of found) if (!ours.has(pid)) kill(pid)
  }

  async function onPipes(code: Bytes): Promise<Streams> {
    const before = idle.pop()
    const shell = before ?? (await openShell(place))
    shells.add(shell)
    killed.delete(shell.pid)
    try {
      if (isClosed) throw new Error('no more programs are started here')
      const { pipes, ...started } = await shell.start(code)
      if (pipes === undefined) throw new Error('a shell on pipes gives none')
      return { shell, ...started, ...pipes }
    } catch (error) {
      close(shell)
      // What an earlier program left behind may have killed it.
      if (before !== undefined && !isClosed) return onPipes(code)
      throw error
    }
  }

  async function onTerminal(code: Bytes): Promise<Streams> {
    const started = await startInPty(code, place, terminal === 'echo')
    shells.add(started.shell)
    return started
  }

  return {
    async start(command, more = [], input) {
      if (command.some((word) => word.includes('\0'))) {
        throw new UsageError(command[0] ?? '', 'cannot be started: an argument holds a NUL')
      }
      const code = codeOf([...[...wrap, ...command].map(toBytes), ...more], terminal ? undefined : input)
      const { shell, ...started } = await (terminal ? onTerminal(code) : onPipes(code))
      const { stdin, stdout, stderr } = started
      let hasEnded = false
      let exceeded: Exceeded | undefined
      const watch = isLimited ? setInterval(checkLimits, tick).unref() : undefined
      started.status.then(() => {
        hasEnded = true
        clearInterval(watch)
      })
      function checkLimits() {
        const now = started.activity()
        if (now === undefined) return
        if (now.processes > processLimit) exceeded = 'processes'
        else if (now.bytes > memoryLimit) exceeded = 'memory'
        if (exceeded !== undefined) close(shell)
      }
      for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})

      return {
        ...started,
        get exceeded() {
          return exceeded
        },
        kill: () => close(shell),
        killStrays() {
          close(shell)
          killTagged()
        },
        release() {
          clearInterval(watch)
          for (const stream of [stdin, stdout, stderr]) stream.destroy()
          if (!hasEnded || terminal) return close(shell)
          // Unread input is gone when nobody holds the pipe any more; only then can the shell be used again.
          const keep = () => shells.has(shell) && idle.push(shell)
          if (stdin.closed) keep()
          else stdin.once('close', keep)
        },
      }
    },
    close() {
      isClosed = true
      for (const shell of shells) close(shell)
      killTagged()
    },
  }
}
