import { type ChildProcess, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { ReadStream } from 'node:tty'
import { firstLine } from '../base/files.ts'
import { start } from '../base/start.ts'
import { EnvironmentError } from '../base/usage-error.ts'
import type { Bytes } from '../session/bytes.ts'
import type { Streams } from './conversation.ts'
import { EchoFilter } from './echo-filter.ts'

/**
 * Loads the native part of node-pty. Only its function that opens a pseudo-terminal is used: the library's own streams
 * end with the program, and lose up to 64 KiB.
 */
const native = (): { open(columns: number, rows: number): { master: number; slave: number; pty: string } } =>
  createRequire(import.meta.url)('@lydell/node-pty/requireBinary.js').requireBinary('pty.node')

/** Says why there are no pseudo-terminals: the library has no build for some machines. Undefined if there are. */
export function whyNoPty(): string | undefined {
  try {
    native()
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

export type Terminal = Awaited<ReturnType<typeof openTerminal>>

/**
 * Opens a pseudo-terminal for one program.
 * @param echo whether the terminal echoes what is typed; the echo is removed from the output
 * @param keepsControls whether control sequences count as output
 * @returns among others the mark that must be written to the terminal after all output of the program, and the streams: what is
 *   written is typed, the end of input is ^D, and the output includes standard error
 * @throws EnvironmentError if none can be opened
 */
export async function openTerminal(echo: boolean, keepsControls = false) {
  const { path, master, settings, close } = await open(echo)
  const endMark = `\x01${randomUUID()}`
  const filter = new EchoFilter(endMark, keepsControls)
  let onOutput: (bytes: Bytes) => void = () => {}
  let isClosed = false
  const pass = (bytes: Bytes) => {
    if (bytes !== '' && !isClosed) onOutput(bytes)
  }
  const closed = new Promise<void>((resolve) => {
    master.on('close', () => {
      pass(filter.flushHeld())
      isClosed = true
      resolve()
    })
    master.on('data', (bytes: Bytes) => {
      // Answer programs that ask where the cursor is.
      if (bytes.includes('\x1b[6n')) master.write('\x1b[1;1R')
      const { output, hasEnded } = filter.feed(bytes)
      pass(output)
      isClosed ||= hasEnded
      if (hasEnded) resolve()
    })
  })
  const streams: Streams = {
    write(line) {
      pass(filter.expect(echo ? [line.replace('\n', '\r\n')] : []))
      master.write(piecesOf(line).map(quoted).join(endOfInputKey).replace('\n', enterKey), 'latin1')
    },
    endInput: () => void master.write(endOfInputKey),
    listen(listener) {
      onOutput = listener
    },
    isOutputClosed: () => isClosed,
    finish: () => (isClosed ? undefined : closed),
    close() {
      onOutput = () => {}
    },
  }
  const keyboard = {
    isRaw: async () => /\s-icanon\b/.test((await settings.run('-a')).output),
    async isEchoOff() {
      const { output } = await settings.run('-a')
      return /\s-echo\b/.test(output) && /\sicanon\b/.test(output)
    },
    type: (keys: Bytes) => void master.write(quoted(keys), 'latin1'),
    enter() {
      // The line ends that a program which edits lines itself may write after Enter.
      pass(filter.expect(['\r\n', '\n', '\r\r\n']))
      master.write(enterKey)
    },
  }
  /** Passes on output that was held back as the possible beginning of an echo. */
  const flushHeld = () => pass(filter.flushHeld())
  return { path, endMark, streams, keyboard, flushHeld, close }
}

let isOurEchoOn = true

export function setOwnEcho(isOn: boolean) {
  if (isOn === isOurEchoOn) return
  isOurEchoOn = isOn
  spawnSync('stty', [isOn ? 'echo' : '-echo'], { stdio: 'inherit' })
}

/** Opens a terminal. @returns our stream, the path of the program's end, and its settings */
async function open(echo: boolean) {
  const opened: number[] = []
  try {
    const { master: fd, slave, pty: path } = native().open(columns, rows)
    opened.push(fd, slave)
    // Unlike the library's descriptor, other programs do not inherit this one.
    const ours = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
    opened.splice(1, 1, ours)
    closeSync(slave)
    const settings = new Stty(path)
    const set = await settings.run(echo ? 'echo -echoctl' : '-echo')
    if (set.status !== 0) {
      settings.close()
      throw new Error(`stty fails: ${set.output || `exit status ${set.status}`}`)
    }
    const master = new ReadStream(fd)
    master.setEncoding('latin1')
    master.on('error', () => {})
    const close = () => {
      settings.close()
      closeSync(ours)
      master.destroy()
    }
    return { path, master, settings, close }
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw new EnvironmentError('--pty', `no pseudo-terminal here (${firstLine(error)})`)
  }
}

/** The settings of a terminal. One shell runs stty each time: starting it from Node would take several times as long. */
class Stty {
  readonly #shell: ChildProcess
  readonly #lines: AsyncIterator<string>
  #lastRun: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    const script = 'while read -r args; do stty $args <"$0" 2>&1; echo "=$?"; done'
    const options = { stdio: ['pipe', 'pipe', 'ignore'], buffer: false, reject: false } as const
    const shell = start('sh', ['-c', script, path], options)
    shell.stdin.on('error', () => {})
    this.#shell = shell
    this.#lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  }

  /**
   * Runs stty, once earlier runs are over.
   * @returns its output and exit status; no status if the shell could not be started or was killed
   */
  run(args: string) {
    const run = this.#lastRun.then(() => this.#runNow(args))
    this.#lastRun = run
    return run
  }

  async #runNow(args: string): Promise<{ readonly output: string; readonly status?: number }> {
    const written: string[] = []
    this.#shell.stdin?.write(`${args}\n`)
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) return { output: written.join('\n') }
      if (value.startsWith('=')) return { output: written.join('\n'), status: Number(value.slice(1)) }
      written.push(value)
    }
  }

  close() {
    this.#shell.stdin?.destroy()
    this.#shell.stdout?.destroy()
    this.#shell.kill()
  }
}

const [columns, rows] = [80, 24]

/** A terminal interprets control characters unless ^V precedes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to quote.
const quoted = (keys: Bytes): Bytes => keys.replace(/[\0-\x09\x0b-\x1f\x7f]/g, '\x16$&')

/** Splits a line: a terminal takes at most 4095 bytes at once, and ^D within a line makes it pass on what it has. */
const piecesOf = (line: Bytes) => line.match(/[^\n]{1,4000}\n?|\n/g) ?? []

/** ^D: at the beginning of a line, the end of input. */
const endOfInputKey = '\x04'

/** CR, like a keyboard; the terminal turns it into a newline for a program that reads lines. */
const enterKey = '\r'
