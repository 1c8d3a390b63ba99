import { dirname } from 'node:path'
import { packageRoot } from '../games/package-root.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { Conversation } from './conversation.ts'
import { descendantsOf, processesWith } from './procfs.ts'
import { openTerminal } from './pty.ts'
import type { Sandbox } from './sandbox.ts'
import { codeOf } from './sh.ts'
import { kill, openShell, type Place, type Shell } from './shell.ts'

/** A program, as an absolute path or a name on the PATH, and its arguments. */
export type Command = readonly string[]

/** The current folder, where the programs of a user run: with our environment, or in a sandbox. */
export function here({ wrap }: Partial<Sandbox> = {}): Place {
  const cwd = process.cwd()
  const env = { PATH: process.env.PATH, HOME: '/tmp', TMPDIR: '/tmp', LANG: process.env.LANG }
  const folders = [cwd, packageRoot, dirname(process.execPath)]
  return { cwd: '.', env: process.env, ...(wrap && { wrap: wrap({ files: {}, folders, cwd, env }) }) }
}

interface StartOptions {
  /** All its input, at once; `null`: none; absent: it is sent line by line. */
  readonly input?: Bytes | null | undefined
  /** If it runs in a pseudo-terminal instead of on pipes, whether that echoes what is typed. */
  readonly terminal?: 'echo' | 'no echo' | undefined
}

/** Starts programs in one place. */
export type Programs = ReturnType<typeof openPrograms>

let count = 0

const ignore = () => {}

export function openPrograms({ cwd, env, isLimited = false, wrap = [], tag }: Place) {
  const own = `${process.pid}-${++count}.`
  const place = { cwd, isLimited, env: tag === undefined ? { ...env, NINEHOLE_SESSION: own } : env }
  // A listener keeps Node from opening its inspector to any program that sends the signal.
  if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore)
  const shells = new Set<Shell>()
  const idle: Shell[] = []
  let isClosed = false

  function close(shell: Shell) {
    if (shells.delete(shell)) shell.close()
  }

  /** Kills what programs have left behind: every process with our tag, except those of sessions that still run. */
  function killStrays() {
    const found = processesWith(tag ?? `NINEHOLE_SESSION=${own}`)
    const running = new Set([...shells].flatMap(({ pid }) => [pid, ...descendantsOf(pid)]))
    for (const pid of found) if (!running.has(pid)) kill(pid)
  }

  /** @throws UsageError if it has words that no program can be given, MachineTrouble if it cannot be started */
  async function start(command: Command, options: StartOptions = {}): Promise<Conversation> {
    const { input, terminal } = options
    if (command.some((word) => word.includes('\0'))) {
      throw new UsageError(command[0] ?? '', 'cannot be started: an argument holds a NUL')
    }
    const code = codeOf([...wrap, ...command].map(toBytes), input)
    const before = terminal ? undefined : idle.pop()
    const shell = before ?? openShell(place, terminal && (await openTerminal(terminal === 'echo')))
    shells.add(shell)
    try {
      if (isClosed) throw new Error('no more programs are started here')
      const child = await shell.start(code)
      return new Conversation(child, {
        isLimited,
        kill() {
          if (!shells.has(shell)) return
          close(shell)
          killStrays()
        },
        release() {
          if (terminal) return close(shell)
          // Unread input is gone when nobody holds the pipe any more; only then can the shell be used again.
          const keep = () => shells.has(shell) && idle.push(shell)
          if (child.stdin.closed) keep()
          else child.stdin.once('close', keep)
        },
      })
    } catch (error) {
      close(shell)
      // What an earlier program left behind may have killed it.
      if (before !== undefined && !isClosed) return start(command, options)
      throw error
    }
  }

  return {
    start,
    /** Kills everything that was started and still runs. */
    close() {
      isClosed = true
      for (const shell of shells) close(shell)
      killStrays()
    },
  }
}
