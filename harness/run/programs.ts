import { dirname } from 'node:path'
import { packageRoot } from '../games/package-root.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { descendantsOf, processesWith } from './procfs.ts'
import { startInPty } from './pty.ts'
import type { Sandbox } from './sandbox.ts'
import { type Listeners, openSession, type Session } from './session.ts'
import { codeOf, kill, openShell, type Shell, type Started } from './shell.ts'

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

export interface StartOptions extends Listeners {
  /** Arguments behind those of the command, as bytes. */
  readonly args?: readonly Bytes[]
  /** All its input, at once; `null`: none; absent, or on a terminal: it is sent line by line. */
  readonly input?: Bytes | null | undefined
}

/** Starts programs in one place. */
export interface Programs {
  /** @throws UsageError if it cannot be started */
  start(command: Command, options?: StartOptions): Promise<Session>
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

  async function onPipes(code: Bytes): Promise<{ shell: Shell; program: Started }> {
    const before = idle.pop()
    const shell = before ?? (await openShell(place))
    shells.add(shell)
    killed.delete(shell.pid)
    try {
      return { shell, program: await shell.start(code) }
    } catch (error) {
      close(shell)
      // What an earlier program left behind may have killed it.
      if (before !== undefined && !isClosed) return onPipes(code)
      throw error
    }
  }

  return {
    async start(command, { args = [], input, ...listeners } = {}) {
      if (command.some((word) => word.includes('\0'))) {
        throw new UsageError(command[0] ?? '', 'cannot be started: an argument holds a NUL')
      }
      const code = codeOf([...[...wrap, ...command].map(toBytes), ...args], terminal ? undefined : input)
      const { shell, program } = await (terminal ? startInPty(code, place, terminal === 'echo') : onPipes(code))
      shells.add(shell)
      if (isClosed) {
        close(shell)
        throw new Error('no more programs are started here')
      }
      return openSession(program, {
        ...listeners,
        isLimited,
        kill(strays) {
          close(shell)
          if (strays) killTagged()
        },
        release() {
          if (terminal) return close(shell)
          // Unread input is gone when nobody holds the pipe any more; only then can the shell be used again.
          const keep = () => shells.has(shell) && idle.push(shell)
          if (program.stdin.closed) keep()
          else program.stdin.once('close', keep)
        },
      })
    },
    close() {
      isClosed = true
      for (const shell of shells) close(shell)
      killTagged()
    },
  }
}
