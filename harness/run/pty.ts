import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { closeSync, constants, openSync, write } from 'node:fs'
import { createRequire } from 'node:module'
import { Readable, Writable } from 'node:stream'
import { ReadStream } from 'node:tty'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'
import type { Child, Program } from './process.ts'
import { endOfInput, keysOf } from './pty-keys.ts'
import { shownBy } from './pty-shown.ts'

/**
 * Programs that ask `isatty` show people something else than they show a pipe, so they must be tested on a terminal.
 *
 * A terminal adds to what a program says: the echo of what is typed, and a carriage return to every newline. Rather
 * than guess afterwards which bytes were its own, `stty` turns both off before the program starts. Programs that edit
 * lines with readline see that and do not echo either; what is left of an echo, `shownBy` takes off.
 *
 * The shell opens the terminal as the leader of a session, which makes it the terminal that controls the session, and
 * says a mark when all is set up.
 */
const script = `exec 0<>"$0" 1>&0 2>&1; stty -echo -opost 2>/dev/null; printf %s "$1"; shift; exec "$@"`

/** The same for everybody who records and verifies; a terminal that can only print gets no control sequences. */
const size = { columns: 80, rows: 24 } as const
const kind = { TERM: 'dumb', COLUMNS: undefined, LINES: undefined } as const

/**
 * Of the library only the one call is used that opens a terminal: its streams end when the program does, with up to
 * 64 KiB unread. Here the terminal is kept open until a second mark, written behind the program's last word, is read.
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

/**
 * Starts a program in a pseudo-terminal of its own. To its user it is a child on pipes that never writes to standard
 * error: a line written to `stdin` is typed, its end is ^D, and `stdout` says what the program says and no more.
 * @throws Unusable if there is no pseudo-terminal to be had
 */
export function spawnInPty({ file, args, cwd, env }: Program): Child<Writable, Readable> {
  const terminal = open(file)
  const marks = { begin: `\x01${randomUUID()}`, end: `\x01${randomUUID()}` }
  const shell = spawn('sh', ['-c', script, terminal.path, marks.begin, file, ...args], {
    cwd,
    env: { ...env, ...kind },
    detached: true,
    stdio: 'ignore',
  })
  const waiting: Bytes[] = []
  let unread: Bytes = ''
  let begun = false
  let ended = false

  const type = (keys: Bytes) => (begun ? terminal.stream.write(keys, 'latin1') : waiting.push(keys))
  const stdin = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString('latin1').match(/.*\n|.+/gs) ?? []) {
        shown.typed(line)
        type(keysOf(line))
      }
      done()
    },
    final(done) {
      type(endOfInput)
      done()
    },
  })
  const stdout = new Readable({
    read() {},
    destroy(error, done) {
      shown.end()
      terminal.close()
      done(error)
    },
  })
  const shown = shownBy((bytes) => stdout.push(bytes, 'latin1'))
  const child = Object.assign(new EventEmitter(), { pid: shell.pid, stdin, stdout, stderr: Readable.from([]) })

  terminal.stream.on('data', (bytes: Bytes) => {
    unread += bytes
    if (!begun) begin()
    const end = ended ? unread.indexOf(marks.end) : -1
    if (begun) say(end !== -1 ? end : unread.length - (ended ? marks.end.length : 0))
    if (end === -1) return
    shown.end()
    stdout.push(null)
  })

  function begin() {
    const at = unread.indexOf(marks.begin)
    if (at === -1) return
    begun = true
    unread = unread.slice(at + marks.begin.length)
    for (const keys of waiting.splice(0)) type(keys)
  }

  function say(length: number) {
    if (length <= 0) return
    shown.hear(unread.slice(0, length))
    unread = unread.slice(length)
  }

  shell.on('error', (error) => child.emit('error', error))
  shell.on('exit', (code, signal) => {
    ended = true
    child.emit('exit', code, signal)
    if (stdout.destroyed) child.emit('close')
    else {
      stdout.once('close', () => child.emit('close'))
      terminal.sayLast(marks.end)
    }
  })
  return child
}

/** A new terminal: the end at which it is read and typed, and the path of the other. */
function open(file: string) {
  const found = native()
  if (typeof found === 'string') throw new Unusable(file, `no pseudo-terminal here (${found})`)
  try {
    const { master, slave, pty: path } = found.open(size.columns, size.rows)
    const held = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
    closeSync(slave)
    const stream = new ReadStream(master)
    stream.setEncoding('latin1')
    stream.on('error', () => {})
    let writing = false
    let closed = false
    return {
      path,
      stream,
      /** Writes behind everything that programs wrote. */
      sayLast(text: string) {
        writing = true
        write(held, text, () => {
          writing = false
          if (closed) closeSync(held)
        })
      },
      close() {
        if (closed) return
        closed = true
        stream.destroy()
        if (!writing) closeSync(held)
      },
    }
  } catch (error) {
    throw new Unusable(file, `cannot be started in a pseudo-terminal (${messageOf(error)})`)
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? String(error)
