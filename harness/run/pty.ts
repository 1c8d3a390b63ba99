import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { ReadStream } from 'node:tty'
import { firstLine } from '../base/files.ts'
import { start } from '../base/start.ts'
import { EnvironmentError } from '../base/usage-error.ts'
import type { Bytes } from '../session/bytes.ts'
import { EchoFilter } from './echo-filter.ts'

/** Loads the native part of node-pty: the library's own streams end with the program, and lose up to 64 KiB. */
const native = (): { open(columns: number, rows: number): { master: number; slave: number; pty: string } } =>
  createRequire(import.meta.url)('@lydell/node-pty/requireBinary.js').requireBinary('pty.node')

/** Undefined if there are pseudo-terminals; the library has no build for some machines. */
export function whyNoPty(): string | undefined {
  try {
    void native()
  } catch (error) {
    return firstLine(error)
  }
  return undefined
}

export type Terminal = Awaited<ReturnType<typeof openTerminal>>

/**
 * Opens a pseudo-terminal for one program, after whose output the end mark must be written to it.
 * @param echo whether the terminal echoes what is typed, which is removed from the output
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
      pass(filter.feed(bytes))
      isClosed ||= filter.hasEnded
      if (isClosed) resolve()
    })
  })
  const streams = {
    write(line: Bytes) {
      pass(filter.expect(echo ? [line.replace('\n', '\r\n')] : []))
      master.write(piecesOf(line).map(quoted).join(endOfInputKey).replace('\n', enterKey), 'latin1')
    },
    endInput: () => void master.write(endOfInputKey),
    listen(listener: (bytes: Bytes) => void) {
      onOutput = listener
    },
    isOutputClosed: () => isClosed,
    finish: () => (isClosed ? undefined : closed),
    close() {
      onOutput = () => {}
    },
  }
  const keyboard = {
    /** True if the program reads single keys, and so echoes and edits lines itself. */
    isRaw: async () => /\s-icanon\b/.test((await settings.run('-a')).output),
    /** True if the program reads a line without echo, such as a password. */
    async isEchoOff() {
      const { output } = await settings.run('-a')
      return /\s-echo\b/.test(output) && /\sicanon\b/.test(output)
    },
    type: (keys: Bytes) => void master.write(quoted(keys), 'latin1'),
    enter() {
      // A program that edits lines itself may write one of these after Enter.
      pass(filter.expect(['\r\n', '\n', '\r\r\n']))
      master.write(enterKey)
    },
  }
  return { path, endMark, streams, keyboard, flushHeld: () => pass(filter.flushHeld()), close }
}

let isOurEchoOn = true

export function setOwnEcho(isOn: boolean) {
  if (isOn === isOurEchoOn) return
  isOurEchoOn = isOn
  spawnSync('stty', [isOn ? 'echo' : '-echo'], { stdio: 'inherit' })
}

async function open(echo: boolean) {
  const opened: number[] = []
  try {
    const { master: fd, slave, pty: path } = native().open(columns, rows)
    opened.push(fd, slave)
    // Unlike the library's descriptor, other programs do not inherit this one.
    const ours = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
    opened.splice(1, 1, ours)
    closeSync(slave)
    const settings = sttyOf(path)
    const { output, status } = await settings.run(echo ? 'echo -echoctl' : '-echo')
    if (status !== '0') {
      settings.close()
      throw new Error(`stty fails: ${output || `exit status ${status}`}`)
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

/** Runs stty in one shell each time: starting it from Node would take several times as long. */
function sttyOf(path: string) {
  const script = 'while read -r args; do stty $args <"$0" 2>&1; echo "=$?"; done'
  const shell = start('sh', ['-c', script, path], { stdio: ['pipe', 'pipe', 'ignore'], buffer: false, reject: false })
  shell.stdin.on('error', () => {})
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  async function runNow(args: string) {
    shell.stdin.write(`${args}\n`)
    for (let output = ''; ; ) {
      const { value = '=', done } = await lines.next()
      if (done || value.startsWith('=')) return { output: output.trimEnd(), status: value.slice(1) }
      output += `${value}\n`
    }
  }
  let lastRun: Promise<unknown> = Promise.resolve()
  return {
    /** @returns `status`: empty if the shell could not be started or was killed */
    run(args: string) {
      const run = lastRun.then(() => runNow(args))
      lastRun = run
      return run
    },
    close() {
      shell.stdin.destroy()
      shell.stdout.destroy()
      shell.kill()
    },
  }
}

const [columns, rows] = [80, 24]

/** A terminal interprets control characters unless ^V precedes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to quote.
const quoted = (keys: Bytes): Bytes => keys.replace(/[\0-\x09\x0b-\x1f\x7f]/g, '\x16$&')

/** A terminal takes at most 4095 bytes at once; ^D within a line makes it pass on what it has. */
const piecesOf = (line: Bytes) => line.match(/[^\n]{1,4000}\n?|\n/g) ?? []

/** ^D: at the beginning of a line, the end of input. */
const endOfInputKey = '\x04'

/** What a keyboard sends: the terminal turns it into a newline for a program that reads lines. */
const enterKey = '\r'
