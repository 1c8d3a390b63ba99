import { constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'
import { temporaryFolder } from '../games/files.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { systemLimits } from './limits.ts'
import { activityOf, descendantsOf } from './procfs.ts'
import type { Terminal } from './pty.ts'

/** Where programs run, and with what environment. */
export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether they are programs of strangers, whose memory, processes and files are limited. */
  readonly isLimited?: boolean
  /** An environment variable that nothing else has, written `NAME=value`; what a program leaves behind is found by it. */
  readonly tag?: string
  /** The words before each command that make it run in a sandbox. */
  readonly wrap?: readonly string[]
}

interface Streams {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
}

/** @see openShell */
export type Shell = ReturnType<typeof openShell>

/** A program that was started. */
export type Program = Awaited<ReturnType<Shell['start']>>

/**
 * Makes the named pipes $1, $2 and $3 unless they are a terminal, runs lines of code one after the other, and reports how each
 * ended; $4 is written to a terminal behind everything that the program wrote. The process in the background waits for the
 * end of a pipe that only we hold, and then kills the group: nothing outlives us, however we end.
 */
const script = `
nl='
'
[ -c "$1" ] && exec 5<>"$1" || command -p mkfifo "$1" "$2" "$3"
(read -r line <&4; kill -9 0) 3>&- 5>&- &
echo $! >&3
while IFS= read -r line; do
  eval "$line" 2>/dev/null
  status=$?
  [ -n "$4" ] && printf %s "$4" >"$2"
  echo $status >&3
done`

/**
 * The words of a command as a line of code for that shell: opens the standard streams, reports `+`, and becomes the command.
 * @param input all its input, in one piece; `null`: none; absent: it reads $1. The pipe of `printf` has no name, so a program
 *   may open it as /dev/stdin after the end of its input.
 */
export function codeOf(words: readonly Bytes[], input?: Bytes | null): Bytes {
  const stdin = input === undefined ? '<"$1"' : input === null ? '</dev/null' : ''
  const run = `exec ${stdin} >"$2" 2>"$3"; echo + >&3; exec ${words.map(quote).join(' ')} 3>&- 4<&- 5>&-`
  return typeof input === 'string' ? `printf %b ${quote(escaped(input))} 3>&- | { ${run}; }` : `(${run})`
}

/** For `printf %b`. */
const escaped = (bytes: Bytes) => bytes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\0', '\\0000')

const quote = (word: Bytes) => `'${word.replaceAll("'", `'\\''`).replaceAll('\n', `'"$nl"'`)}'`

/** How long a shell may take to answer, in milliseconds. */
const answerLimit = 10_000

/**
 * A long-lived shell that runs one program after the other. Node needs a millisecond or two to start a process, in which it
 * can do nothing else, and gives it sockets, which cannot be opened as /dev/stdin. A shell needs a fraction of that, and named
 * pipes are real ones. Everything that it starts is in its session and its process group.
 * @param terminal the pseudo-terminal to use in place of pipes, for one program; it is closed with the shell
 * @throws UsageError if there is no place for pipes
 */
export function openShell({ cwd, env, isLimited }: Place, terminal?: Terminal) {
  const folder = temporaryFolder('pipes')
  const paths = ['in', 'out', 'err'].map((name) => terminal?.path ?? join(folder.path, name))
  const code = isLimited ? systemLimits + script : script
  // Everybody sees the same: a terminal that can only print gets no control sequences.
  const type = terminal && { TERM: 'dumb', COLUMNS: undefined, LINES: undefined }
  const shell = execa('/bin/sh', ['-c', code, 'sh', ...paths, terminal?.endMark ?? ''], {
    cwd,
    env: { ...env, ...type } as Record<string, string>,
    extendEnv: false,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    cleanup: false,
    buffer: false,
    reject: false,
  })
  const pid = shell.pid ?? 0
  const [orders, , , reports, lifeline] = shell.stdio as unknown as Socket[]
  const sockets = [orders, reports, lifeline]
  for (const socket of sockets) socket?.on('error', () => {})
  const lines = createInterface({ input: reports as Socket })[Symbol.asyncIterator]()
  const report = async () => (await Promise.race([lines.next(), shell.then(() => undefined)]))?.value
  /** A shell that is asked something answers at once, unless a program has stopped it. */
  const answer = () => Promise.race([report(), setTimeout(answerLimit, undefined, { ref: false })])
  const watcher = answer()

  return {
    pid,
    /**
     * Runs a line of shell code. The program before must have ended.
     * @throws UsageError if the shell cannot be started or was killed, or there are too many open files
     */
    async start(code: Bytes) {
      const ours = Number(await watcher)
      if (Number.isNaN(ours)) {
        shell.kill('SIGKILL')
        throw new UsageError('sh', `cannot be started (${(await shell).code ?? 'it ended'})`)
      }
      const open = terminal === undefined ? openPipes(paths) : () => terminal
      orders?.write(`${code}\n`, 'latin1')
      const hasStarted = (await answer()) !== undefined
      const { stdin, stdout, stderr } = open()
      if (!hasStarted) {
        for (const stream of [stdin, stdout, stderr]) stream.destroy()
        throw new UsageError('sh', 'was killed or stopped by a program that it had run')
      }
      return {
        stdin,
        stdout,
        stderr,
        /** How it ended, as a shell's `$?` has it; undefined if its shell was killed. */
        status: report().then((line) => (line === undefined ? undefined : Number(line))),
        /** Whether it waits for something, and what it has used; undefined where there is no /proc. */
        activity: () => activityOf(descendantsOf(pid).filter((pid) => pid !== ours)),
        /** The path of its terminal, if it has one. */
        tty: terminal?.path,
      }
    },
    /** Kills it and its group. Must be called once. */
    close() {
      if (shell.pid !== undefined) kill(-shell.pid)
      for (const socket of sockets) socket?.destroy()
      folder.remove()
      terminal?.close()
    },
  }
}

/**
 * Opens our ends of the pipes, before the program's, so that neither side waits for the other.
 * @returns a function to call when the program has opened its ends: a reader without a writer sees the end of input
 */
function openPipes([stdin = '', stdout = '', stderr = '']: readonly string[]): () => Streams {
  const { O_RDONLY, O_RDWR, O_NONBLOCK } = constants
  try {
    const written = openSync(stdin, O_RDWR | O_NONBLOCK)
    const read = [stdout, stderr].map((path) => openSync(path, O_RDONLY | O_NONBLOCK))
    return () => {
      const [stdout, stderr] = read.map((fd) => new Socket({ fd, readable: true, writable: false })) as [Socket, Socket]
      return { stdin: new Socket({ fd: written, readable: false, writable: true }), stdout, stderr }
    }
  } catch (error) {
    throw new UsageError('sh', `its pipes cannot be opened (${(error as NodeJS.ErrnoException).code})`)
  }
}

export function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
