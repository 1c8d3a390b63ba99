import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import type { ProcessContext } from '../base/host.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { Conversation } from './conversation.ts'
import { openTerminal } from './pty.ts'
import type { Sandbox } from './sandbox.ts'
import { shellCodeOf } from './sh.ts'
import { type ExecutionContext, Shell } from './shell.ts'

const sameEverywhere = { TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'dumb' }

/** Variables that differ between machines, and affect output. */
const differing = /^(LC_\w+|LANGUAGE|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|PYTHONUNBUFFERED)$/

/** While one program writes, another can be started. */
export const sessionsAtATime = () => 2 * availableParallelism()

/** Users' programs run in their folder, and in their environment without what differs between machines. */
export function userContext(
  { wrap }: Partial<Sandbox> = {},
  { cwd, env }: ProcessContext = { cwd: process.cwd(), env: process.env },
): ExecutionContext {
  const theirs = Object.fromEntries(Object.entries(env).filter(([name]) => !differing.test(name)))
  const folders = [cwd, packageRoot, dirname(process.execPath)]
  const sandbox = wrap?.({ cwd, files: [], folders, env: { PATH: theirs.PATH, ...sameEverywhere } })
  return { cwd, env: { ...theirs, ...sameEverywhere }, sandbox }
}

export interface StartOptions {
  /** All input at once; `null`: none; absent: input is sent line by line. */
  readonly input?: Bytes | null | undefined
  /** A pseudo-terminal, with echo or without; absent: pipes. */
  readonly terminal?: 'echo' | 'no echo' | undefined
  /** True if an earlier program may have left something in a used shell that kills it. */
  readonly isInFreshShell?: boolean
  /** True if standard error goes into the output, as it always does in a terminal. */
  readonly isJoined?: boolean | undefined
}

const ignore = () => {}

export type ProgramLauncher = Pick<Launcher, 'start' | 'isClosed'>

/** Starts programs in one context, in shells that are used again. */
export class Launcher {
  readonly #context: ExecutionContext
  readonly #shells = new Set<Shell>()
  readonly #idle: Shell[] = []
  isClosed = false

  constructor(context: ExecutionContext) {
    this.#context = context
    // Without a listener, Node opens its inspector when any program sends this signal.
    if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore)
  }

  /**
   * @throws UsageError if no program can be given these words
   * @throws EnvironmentError if none can be started
   */
  async start(command: readonly string[], options: StartOptions = {}): Promise<Conversation> {
    const { input, terminal, isJoined } = options
    if (command.some((word) => word.includes('\0')))
      throw new UsageError(command[0] ?? '', 'cannot be started: an argument holds a NUL')
    const words = [...(this.#context.sandbox?.apart ?? []), ...command].map(toBytes)
    const code = shellCodeOf(words, input, terminal ? 'terminal' : isJoined ? 'joined' : 'apart')
    const used = terminal || options.isInFreshShell ? undefined : this.#idle.pop()
    const shell = used ?? (await this.#open(terminal))
    try {
      if (this.isClosed) throw new Error('no more programs are started here')
      return new Conversation(await shell.start(code, input === undefined), {
        isLimited: this.#context.isLimited ?? false,
        kill: () => this.#close(shell),
        release: () => {
          if (!shell.isAsNew) this.#close(shell)
          else if (this.#shells.has(shell)) this.#idle.push(shell)
        },
      })
    } catch (error) {
      this.#close(shell)
      // An earlier program may have left something behind that killed the shell.
      if (used !== undefined && !this.isClosed) return this.start(command, options)
      throw error
    }
  }

  close() {
    this.isClosed = true
    Shell.close([...this.#shells])
    this.#shells.clear()
  }

  async #open(terminal: StartOptions['terminal']): Promise<Shell> {
    // Of entries, which are limited, each byte counts: control sequences, too.
    const own = terminal && (await openTerminal(terminal === 'echo', this.#context.isLimited ?? false))
    try {
      const shell = new Shell(this.#context, own)
      this.#shells.add(shell)
      return shell
    } catch (error) {
      own?.close()
      throw error
    }
  }

  #close(shell: Shell) {
    if (this.#shells.delete(shell)) Shell.close([shell])
  }
}
