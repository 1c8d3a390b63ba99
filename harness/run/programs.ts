import { dirname } from 'node:path'
import type { Surroundings } from '../base/host.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { type Child, Conversation } from './conversation.ts'
import { openTerminal } from './pty.ts'
import type { Sandbox } from './sandbox.ts'
import { codeOf } from './sh.ts'
import { type Place, Shell } from './shell.ts'

/** A program, as an absolute path or a name on the PATH, and its arguments. */
export type CommandLine = readonly string[]

/** What is the same on every machine: the time zone, and the language; no other variable may say one. */
const sameEverywhere = { TZ: 'UTC', LANG: 'C.UTF-8' }

/** The variables in which machines and terminals differ, and with them what programs write: locales, widths, colours. */
const differing = /^(LC_\w+|LANGUAGE|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE)$/

/**
 * The current folder, where the programs of a user run: with their environment, or in a sandbox. What makes them differ between
 * machines is left out.
 * @param surroundings absent: those of this process
 */
export function here(
  { wrap }: Partial<Sandbox> = {},
  surroundings: Surroundings = { cwd: process.cwd(), env: process.env },
): Place {
  const { cwd } = surroundings
  const theirs = Object.fromEntries(Object.entries(surroundings.env).filter(([name]) => !differing.test(name)))
  const folders = [cwd, packageRoot, dirname(process.execPath)]
  const sandbox = wrap?.({ cwd, files: [], folders, env: { PATH: theirs.PATH, ...sameEverywhere } })
  return { cwd, env: { ...theirs, ...sameEverywhere }, sandbox }
}

export interface StartOptions {
  /** All its input, at once; `null`: none; absent: it is sent line by line. */
  readonly input?: Bytes | null | undefined
  /** If it runs in a pseudo-terminal instead of on pipes, whether that echoes what is typed. */
  readonly terminal?: 'echo' | 'no echo' | undefined
  /** Set if it must not run in a shell that has run another program: what that has left behind may kill it. */
  readonly isInFreshShell?: boolean
  /**
   * Set if standard error is part of the output, in one pipe, so that the order is the program's. In a terminal it always is.
   */
  readonly isJoined?: boolean | undefined
}

const ignore = () => {}

/** Starts programs, wherever that is. */
export type Starter = Pick<Programs, 'start'>

/** Starts programs in one place, each in a shell that is used again when it has ended. */
export class Programs {
  readonly #place: Place
  readonly #shells = new Set<Shell>()
  readonly #idle: Shell[] = []
  #isClosed = false

  constructor(place: Place) {
    this.#place = place
    // A listener keeps Node from opening its inspector to any program that sends the signal.
    if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore)
  }

  /** @throws UsageError if it has words that no program can be given, MachineTrouble if it cannot be started */
  async start(command: CommandLine, options: StartOptions = {}): Promise<Conversation> {
    const { input, terminal, isJoined } = options
    if (command.some((word) => word.includes('\0')))
      throw new UsageError(command[0] ?? '', 'cannot be started: an argument holds a NUL')
    const code = codeOf([...(this.#place.sandbox?.apart ?? []), ...command].map(toBytes), input, isJoined)
    const before = terminal || options.isInFreshShell ? undefined : this.#idle.pop()
    const shell = before ?? (await this.#open(terminal))
    try {
      if (this.#isClosed) throw new Error('no more programs are started here')
      return this.#converse(shell, await shell.start(code), terminal !== undefined)
    } catch (error) {
      this.#close(shell)
      // A program that ran in it before may have left behind something that killed it.
      if (before !== undefined && !this.#isClosed) return this.start(command, options)
      throw error
    }
  }

  /** No program can be started any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Kills everything that was started and still runs. */
  close() {
    this.#isClosed = true
    Shell.close([...this.#shells])
    this.#shells.clear()
  }

  /** A new shell, in a terminal of its own if it is to be in one. */
  async #open(terminal: StartOptions['terminal']): Promise<Shell> {
    // Each byte of an entry counts, and entries are what is limited.
    const own = terminal && (await openTerminal(terminal === 'echo', this.#place.isLimited ?? false))
    try {
      const shell = new Shell(this.#place, own)
      this.#shells.add(shell)
      return shell
    } catch (error) {
      own?.close()
      throw error
    }
  }

  #converse(shell: Shell, child: Child, isInTerminal: boolean) {
    return new Conversation(child, {
      isLimited: this.#place.isLimited ?? false,
      kill: () => this.#close(shell),
      release: () => {
        if (isInTerminal) return this.#close(shell)
        // Unread input is gone when nobody holds the pipe any more; only then can the shell be used again.
        const keep = async () => {
          if (!(await shell.isAsNew())) this.#close(shell)
          else if (this.#shells.has(shell)) this.#idle.push(shell)
        }
        if (child.stdin.closed) void keep()
        else child.stdin.once('close', () => void keep())
      },
    })
  }

  #close(shell: Shell) {
    if (this.#shells.delete(shell)) shell.close()
  }
}
