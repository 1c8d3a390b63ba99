import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net'
import type { Bytes } from '../session/bytes.ts'

const { O_RDONLY, O_RDWR, O_WRONLY, O_NONBLOCK } = constants
const pieceSize = 64 * 1024
const piece = Buffer.allocUnsafe(pieceSize)

/**
 * Our end of a named pipe into which programs write, one after the other. It stays open, as a new socket for each program would
 * take longer than all that is read; and so does the other end, so that no read finds the end of input.
 */
export class OutputPipe {
  onData: (bytes: Bytes) => void = () => {}
  readonly #path: string
  readonly #fd: number
  readonly #socket: Socket
  readonly #closed: Promise<void>
  #otherEnd: number | undefined

  constructor(path: string) {
    this.#path = path
    this.#fd = openSync(path, O_RDONLY | O_NONBLOCK)
    try {
      this.#otherEnd = this.#openOtherEnd()
    } catch (error) {
      closeSync(this.#fd)
      throw error
    }
    // Node makes a buffer for each read unless it is given one.
    const buffer = Buffer.allocUnsafe(pieceSize)
    const onread = {
      buffer,
      callback: (size: number) => {
        this.onData(buffer.toString('latin1', 0, size))
        return true
      },
    }
    const options: SocketConstructorOpts & Pick<ConnectOpts, 'onread'> = { fd: this.#fd, writable: false, onread }
    this.#socket = new Socket(options).on('error', () => {}).resume()
    this.#closed = new Promise((resolve) => this.#socket.once('close', () => resolve()))
  }

  /** Reads what is there. @returns true if no program has the pipe open */
  isClosed(): boolean {
    if (this.#otherEnd === undefined) return this.#socket.destroyed
    this.#closeOtherEnd()
    const isAtEnd = this.#readAll()
    try {
      // Before the event loop goes on: the socket must not see the end.
      this.#otherEnd = this.#openOtherEnd()
    } catch {
      // A program has removed the pipe: the next one needs another shell.
    }
    return isAtEnd
  }

  /** Ends the pipe: no other program can use it. */
  whenClosed(): Promise<void> {
    this.#closeOtherEnd()
    return this.#closed
  }

  get isOpen(): boolean {
    return this.#otherEnd !== undefined
  }

  destroy() {
    this.#closeOtherEnd()
    this.#socket.destroy()
  }

  #openOtherEnd = () => openSync(this.#path, O_WRONLY | O_NONBLOCK)

  #closeOtherEnd() {
    if (this.#otherEnd !== undefined) closeSync(this.#otherEnd)
    this.#otherEnd = undefined
  }

  #readAll(): boolean {
    // The first read takes all, unless a program goes on writing.
    for (let reads = 0; reads < 2; reads++) {
      const size = ifReady(() => readSync(this.#fd, piece))
      if (size === undefined) return false
      if (size === 0) return true
      this.onData(piece.toString('latin1', 0, size))
    }
    return false
  }
}

/** Our end of a named pipe from which a program reads. */
export class InputPipe {
  readonly #fd: number
  #isOpen = true
  /** Once the pipe is full, writes the rest when the program reads. */
  #socket: Socket | undefined

  constructor(path: string) {
    // For reading, too, so that neither we nor the program must wait for the other to open it.
    this.#fd = openSync(path, O_RDWR | O_NONBLOCK)
  }

  write(bytes: Bytes) {
    if (!this.#isOpen) return
    const writeNow = () => writeSync(this.#fd, bytes, null, 'latin1')
    const written = this.#socket === undefined ? (ifReady(writeNow) ?? 0) : 0
    if (written === bytes.length) return
    this.#socket ??= new Socket({ fd: this.#fd, readable: false, writable: true }).on('error', () => {})
    this.#socket.write(bytes.slice(written), 'latin1')
  }

  end() {
    if (this.#socket === undefined) this.destroy()
    else this.#socket.end()
  }

  destroy() {
    if (this.#socket !== undefined) this.#socket.destroy()
    else if (this.#isOpen) closeSync(this.#fd)
    this.#isOpen = false
  }
}

/** Undefined if nothing is there to read, or the pipe is full (EAGAIN). */
function ifReady(transfer: () => number): number | undefined {
  try {
    return transfer()
  } catch {
    return undefined
  }
}
