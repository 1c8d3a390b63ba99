import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Readable, Writable } from 'node:stream'
import { ReadStream } from 'node:tty'
import { execa } from 'execa'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { openShell, type ShellPlace } from './shell.ts'
import { endOfInput, keysOf, outputFilter } from './terminal-text.ts'

/**
 * Programs that ask `isatty` show people something else than they show a pipe, so they must be tested on a terminal.
 * Of the library only the call is used that opens one: its streams end when the program does, with up to 64 KiB unread.
 */
interface Native {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string }
}
let loaded: Native | string | undefined

/** The library, or why there is none: it is native code, for some machines there is none. */
function native(): Native | string {
  if (process.platform === 'win32') return 'not on Windows'
  try {
    loaded ??= createRequire(import.meta.url)('@lydell/node-pty/requireBinary.js').requireBinary('pty.node') as Native
  } catch (error) {
    loaded = messageOf(error)
  }
  return loaded
}

/** Why no program can be started in a pseudo-terminal here; undefined where it can. */
export function whyNoPty(): string | undefined {
  const found = native()
  return typeof found === 'string' ? found : undefined
}

/** The same for everybody who records and verifies; a terminal that can only print gets no control sequences. */
const size = { columns: 80, rows: 24 } as const
const kind = { TERM: 'dumb', COLUMNS: undefined, LINES: undefined } as const

/**
 * A terminal adds to what a program writes: the echo of what is typed, and a carriage return to every newline. `stty`
 * turns the latter off before the program starts, and the echo as well, unless somebody wants to know when a program
 * turns it off itself, as programs do that ask for a password.
 */
const setUp = (echo: boolean) => `command -p stty ${echo ? 'echo -echoctl' : '-echo'} -opost 2>/dev/null`

/**
 * Starts a program in a pseudo-terminal of its own. What is written to `stdin` is typed, and its end is ^D; `stdout` is what
 * the program writes, to standard error as well, and no more.
 * @param code a line of shell code
 * @param echo whether the terminal echoes; what it echoes is taken off the output
 * @throws UsageError if there is no pseudo-terminal to be had
 */
export async function startInPty(code: Bytes, { cwd, env }: ShellPlace, echo: boolean) {
  const marks = { begin: `\x01${randomUUID()}`, end: `\x01${randomUUID()}` }
  const { path, master, close } = open()
  const shell = await openShell({ cwd, env: { ...env, ...kind }, tty: { path, endMark: marks.end } }).catch((error) => {
    close()
    throw error
  })
  const waiting: Bytes[] = []
  let unread: Bytes = ''
  let hasBegun = false

  const type = (keys: Bytes) => (hasBegun ? master.write(keys, 'latin1') : waiting.push(keys))
  const stdin = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString('latin1').match(/.*\n|.+/gs) ?? []) {
        filter.typed(line)
        type(keysOf(line))
      }
      done()
    },
    final(done) {
      type(endOfInput)
      done()
    },
  })
  const stdout = new Readable({ read() {} })
  const filter = outputFilter(echo, (bytes) => !stdout.destroyed && stdout.push(bytes, 'latin1'))

  master.on('data', (bytes: Bytes) => {
    unread += bytes
    if (!hasBegun) begin()
    if (!hasBegun) return
    const end = unread.indexOf(marks.end)
    const some = unread.slice(0, end === -1 ? unread.length - partAtEnd(unread, marks.end) : end)
    if (some !== '') filter.write(some)
    unread = unread.slice(some.length)
    if (end !== -1) finish()
  })
  master.on('close', finish)

  function begin() {
    const at = unread.indexOf(marks.begin)
    if (at === -1) return
    hasBegun = true
    unread = unread.slice(at + marks.begin.length)
    for (const keys of waiting.splice(0)) type(keys)
  }

  function finish() {
    filter.end()
    if (!stdout.destroyed && !stdout.readableEnded) stdout.push(null)
  }

  const started = await shell.start(`${setUp(echo)}; printf %s '${marks.begin}'; ${code}`)
  return {
    ...started,
    stdin,
    stdout,
    stderr: Readable.from([]),
    tty: path,
    shell: {
      ...shell,
      close() {
        shell.close()
        close()
      },
    },
  }
}

/** Whether a terminal does not show the lines that are typed, as it is when a program asks for a password. */
export async function isEchoOff(path: string): Promise<boolean> {
  const { stdout } = await execa('sh', ['-c', 'stty -a <"$0"', path], { reject: false })
  return /(^|\s)-echo\b/.test(stdout) && /(^|\s)icanon\b/.test(stdout)
}

/** Switches the echo of the terminal that we are on. */
export function setEcho(isOn: boolean) {
  spawnSync('stty', [isOn ? 'echo' : '-echo'], { stdio: 'inherit' })
}

/** How many bytes at the end of a text may be the beginning of a mark. */
function partAtEnd(text: Bytes, mark: Bytes): number {
  const part = text.slice(Math.max(0, text.lastIndexOf('\x01')))
  return mark.startsWith(part) ? part.length : 0
}

/** A new terminal: the stream on which it is read and typed, and the path of its other end. */
function open() {
  const found = native()
  if (typeof found === 'string') throw new UsageError('--pty', `no pseudo-terminal here (${found})`)
  try {
    const { master: fd, slave, pty: path } = found.open(size.columns, size.rows)
    // Unlike the one that the library opens, this one is not inherited by other programs.
    const other = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
    closeSync(slave)
    const master = new ReadStream(fd)
    master.setEncoding('latin1')
    master.on('error', () => {})
    const close = () => {
      if (!master.destroyed) closeSync(other)
      master.destroy()
    }
    return { path, master, close }
  } catch (error) {
    throw new UsageError('--pty', `no pseudo-terminal can be opened (${messageOf(error)})`)
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? String(error)
