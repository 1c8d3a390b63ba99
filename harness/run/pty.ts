import { type ChildProcess, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { PassThrough, Readable, Writable } from 'node:stream'
import { ReadStream } from 'node:tty'
import { firstLine } from '../base/files.ts'
import { start } from '../base/start.ts'
import { MachineTrouble } from '../base/usage-error.ts'
import type { Bytes } from '../session/bytes.ts'
import { EchoFilter } from './echo-filter.ts'

/**
 * The native part of node-pty. We use only its function that opens a pseudo-terminal: the streams of the library end when the
 * program does, with up to 64 KiB unread.
 */
type Native = () => { open(columns: number, rows: number): { master: number; slave: number; pty: string } }
const native: Native = () =>
  createRequire(import.meta.url)('@lydell/node-pty/requireBinary.js').requireBinary('pty.node')

/** The reason if there are no pseudo-terminals: the library is native code, and some machines have no build of it. */
export function whyNoPty(load = native): string | undefined {
  try {
    load()
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

/** @see openTerminal */
export type Terminal = Awaited<ReturnType<typeof openTerminal>>

/**
 * Opens a pseudo-terminal for one program. What is written to `stdin` is typed, and its end is ^D; `stdout` is the program's
 * output, standard error included.
 * @param echo whether it echoes what is typed; the echo is removed from the output
 * @param keepsControls set if control sequences are output like any other
 * @param load loads the library
 * @throws MachineTrouble if none can be opened
 */
export async function openTerminal(echo: boolean, keepsControls = false, load = native) {
  const { path, master, settings, close } = await open(echo, load)
  /** Must be written to the terminal after everything that the program wrote. */
  const endMark = `\x01${randomUUID()}`
  const filter = new EchoFilter(endMark, keepsControls)
  const stdout = new PassThrough()
  const pass = (bytes: Bytes) => {
    if (!stdout.writableEnded) stdout.write(bytes, 'latin1')
  }
  master.on('close', () => {
    pass(filter.letGo())
    stdout.end()
  })
  master.on('data', (bytes: Bytes) => {
    // Programs that ask where the cursor is wait for an answer.
    if (bytes.includes('\x1b[6n')) master.write('\x1b[1;1R')
    const { output, hasEnded } = filter.feed(bytes)
    pass(output)
    if (hasEnded) stdout.end()
  })
  const stdin = new Writable({
    decodeStrings: false,
    write(line: Bytes, _encoding, done) {
      pass(filter.expect(echo ? [line.replace('\n', '\r\n')] : []))
      master.write(piecesOf(line).map(quoted).join(endOfInputKey).replace('\n', enterKey), 'latin1')
      done()
    },
    final(done) {
      master.write(endOfInputKey)
      done()
    },
  })
  const keyboard = {
    /** Tells whether the program reads single keys: then it echoes and edits the line itself. */
    isRaw: async () => /\s-icanon\b/.test((await settings.run('-a')).output),
    type: (keys: Bytes) => void master.write(quoted(keys), 'latin1'),
    enter() {
      pass(filter.expect(['\r\n', '\n', '\r\r\n']))
      master.write(enterKey)
    },
  }
  const letGo = () => pass(filter.letGo())
  return { path, endMark, stdin, stdout, stderr: Readable.from([]), keyboard, letGo, close }
}

/**
 * Tells whether a program has turned off its terminal's echo, as it does to read a password. Programs that edit lines read
 * single characters.
 */
export async function isEchoOff(tty: string | undefined): Promise<boolean> {
  if (tty === undefined) return false
  const { stdout } = await stty(tty, '-a')
  return /\s-echo\b/.test(stdout) && /\sicanon\b/.test(stdout)
}

const stty = (path: string, args: string) => start('sh', ['-c', `stty ${args} <"$0"`, path], { reject: false })

let isOurEchoOn = true

/** Turns the echo of the terminal that we are on off or on. */
export function setEcho(isOn: boolean) {
  if (isOn === isOurEchoOn) return
  isOurEchoOn = isOn
  spawnSync('stty', [isOn ? 'echo' : '-echo'], { stdio: 'inherit' })
}

/** A new terminal: its stream, and the path of the program's end. */
async function open(echo: boolean, load: Native) {
  const opened: number[] = []
  try {
    const { master: fd, slave, pty: path } = load().open(columns, rows)
    opened.push(fd, slave)
    // Unlike the one that the library opens, this one is not inherited by other programs.
    const ours = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
    opened.splice(1, 1, ours)
    closeSync(slave)
    const settings = new Settings(path)
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
    throw new MachineTrouble('--pty', `no pseudo-terminal here (${firstLine(error)})`)
  }
}

/** The settings of a terminal. A shell runs stty, again and again: to start a program from here takes several times as long. */
class Settings {
  readonly #shell: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(path: string) {
    const script = 'while read -r args; do stty $args <"$0" 2>&1; echo "=$?"; done'
    const options = { stdio: ['pipe', 'pipe', 'ignore'], buffer: false, reject: false } as const
    const shell = start('sh', ['-c', script, path], options)
    shell.stdin.on('error', () => {})
    this.#shell = shell
    this.#lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  }

  /** Runs stty with arguments. @returns what it writes, and its exit status; none if its shell cannot be started, or was killed */
  async run(args: string): Promise<{ readonly output: string; readonly status?: number }> {
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

/** The size of every terminal in which a program runs. */
const [columns, rows] = [80, 24]

/** A terminal interprets control characters unless ^V precedes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
const quoted = (keys: Bytes): Bytes => keys.replace(/[\0-\x09\x0b-\x1f\x7f]/g, '\x16$&')

/** A terminal takes at most 4095 bytes of a line at once; ^D in the middle of the line hands over what there is. */
const piecesOf = (line: Bytes) => line.match(/[^\n]{1,4000}\n?|\n/g) ?? []

/** ^D: at the beginning of a line, the end of input. */
const endOfInputKey = '\x04'

/** CR, as a keyboard sends it; a terminal makes a newline of it for a program that reads lines. */
const enterKey = '\r'
