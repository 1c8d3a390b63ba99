import { appendFile, fstatSync, writeSync } from 'node:fs'
import { firstLine, systemCause } from '../base/files.ts'
import { type Host, statusOfSignal } from '../base/host.ts'

/** Milliseconds of the clock for removing temporary folders after a signal. */
const stopPatience = 500

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command in this process, and sets the exit status. The first signal aborts `host.signal`. Once the command has
 * returned the status of that signal, or at the second signal, the process ends as the signal would have ended it.
 */
export async function runInOwnProcess(
  name: string,
  command: (words: readonly string[], host: Host) => Promise<number>,
): Promise<void> {
  // As a shell does; programs that we start get it, too.
  process.env.PATH ??= '/usr/bin:/bin'
  const stop = new AbortController()
  let isOver = false
  function exit(status: number, error = '') {
    isOver = true
    try {
      if (error !== '') writeSync(2, `${name}: ${error}\n`)
    } finally {
      process.exit(status)
    }
  }
  watchOutput(exit)
  const exitWith = (error: string) => isOver || exit(2, error)
  process.on('exit', () =>
    exitWith('ended too early: a game, or other code that was loaded, called process.exit() or never finished'),
  )
  process.on('uncaughtException', (error) => exitWith(causeOf(error)))
  process.on('unhandledRejection', (error) => exitWith(causeOf(error)))
  const onSignal = (signal: NodeJS.Signals) => (stop.signal.aborted || isOver ? endBy(signal) : stop.abort(signal))
  /** Ends the process as the signal would. signal-exit ends it only if nobody else listens. */
  function endBy(signal: NodeJS.Signals) {
    for (const name of signals) process.removeListener(name, onSignal)
    process.kill(process.pid, signal)
    // signal-exit removes our temporary folders in a later turn, and then repeats the signal. If it does not, we exit.
    setTimeout(() => exit(statusOfSignal(signal)), stopPatience)
  }
  const status = await command(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    get stdin() {
      return process.stdin
    },
    stdout: process.stdout,
    stderr: process.stderr,
    // Listens only if the command asks for the signal: others end as usual.
    get signal() {
      for (const name of signals) if (!process.listeners(name).includes(onSignal)) process.on(name, onSignal)
      return stop.signal
    },
  })
  isOver = true
  process.exitCode = status
  const { aborted, reason } = stop.signal
  if (aborted && status === statusOfSignal(reason)) process.stdout.write('', () => endBy(reason))
}

/** An uncaught error in one line: of a game's timer or promise, or of Node if it cannot load our code. */
function causeOf(error: unknown): string {
  const line = firstLine(error).replace(/\p{Cc}/gu, '?')
  if (!(error instanceof Error) || error.stack?.includes('data:text/javascript'))
    return `a game, or other code that was loaded, throws outside of its functions: ${line}`
  const cause = systemCause(error)
  if (cause !== undefined) return `${cause.place}: ${cause.why}`
  return `internal error: ${process.env.DEBUG === undefined ? line : error.stack}`
}

/**
 * Ends the process if standard output fails: silently with status 141, as by SIGPIPE, if the reader is gone; else (a
 * full disk) with one line on standard error and status 2.
 */
function watchOutput(exit: (status: number, error?: string) => void) {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || code === 'ECONNRESET') exit(128 + 13)
    else exit(2, `standard output: ${message}`)
  })
  process.stderr.on('error', () => {})

  // Node's stream ignores a short write to a file, and would lose the last bytes before the disk is full.
  if (fstatSync(1).isFile()) process.stdout._write = (chunk: Buffer, _, done) => appendFile(1, chunk, done)
}
