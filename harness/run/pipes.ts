import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net'
import type { Bytes } from '../session/bytes.ts'

const { O_RDONLY, O_RDWR, O_WRONLY, O_NONBLOCK } = constants
const pieceSize = 64 * 1024
const piece = Buffer.allocUnsafe(pieceSize)

/**
 * Opens our end of a named pipe into which programs write, one after the other. It stays open, as a new socket for each program
 * would take longer than all that is read; and so does the other end, so that no read finds the end of input.
 */
export function openOutputPipe(path: string) {
  const openOtherEnd = () => openSync(path, O_WRONLY | O_NONBLOCK)
  const fd = openSync(path, O_RDONLY | O_NONBLOCK)
  let otherEnd: number | undefined
  try {
    otherEnd = openOtherEnd()
  } catch (error) {
    closeSync(fd)
    throw error
  }
  let onData: (bytes: Bytes) => void = () => {}
  // Node makes a buffer for each read unless it is given one.
  const buffer = Buffer.allocUnsafe(pieceSize)
  const onread = {
    buffer,
    callback: (size: number) => {
      onData(buffer.toString('latin1', 0, size))
      return true
    },
  }
  const options: SocketConstructorOpts & Pick<ConnectOpts, 'onread'> = { fd, writable: false, onread }
  const socket = new Socket(options).on('error', () => {}).resume()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))

  function closeOtherEnd() {
    if (otherEnd !== undefined) closeSync(otherEnd)
    otherEnd = undefined
  }

  /** @returns whether nothing is left, and no program has the pipe open */
  function readAll(): boolean {
    // The first read takes all, unless a program goes on writing.
    for (let reads = 0; reads < 2; reads++) {
      const size = ifReady(() => readSync(fd, piece))
      if (size === undefined) return false
      if (size === 0) return true
      onData(piece.toString('latin1', 0, size))
    }
    return false
  }

  return {
    listen(listener: typeof onData) {
      onData = listener
    },
    /** Reads what is there. @returns true if no program has the pipe open */
    isClosed(): boolean {
      if (otherEnd === undefined) return socket.destroyed
      closeOtherEnd()
      const isAtEnd = readAll()
      try {
        // Before the event loop goes on: the socket must not see the end.
        otherEnd = openOtherEnd()
      } catch {
        // A program has removed the pipe: the next one needs another shell.
      }
      return isAtEnd
    },
    /** Ends the pipe: no other program can use it. */
    whenClosed(): Promise<void> {
      closeOtherEnd()
      return closed
    },
    isUsable: () => otherEnd !== undefined,
    destroy() {
      closeOtherEnd()
      socket.destroy()
    },
  }
}

/** Opens our end of a named pipe from which a program reads. */
export function openInputPipe(path: string) {
  // For reading, too, so that neither we nor the program must wait for the other to open it.
  const fd = openSync(path, O_RDWR | O_NONBLOCK)
  let isOpen = true
  /** Once the pipe is full, writes the rest when the program reads. */
  let socket: Socket | undefined
  function destroy() {
    if (socket !== undefined) socket.destroy()
    else if (isOpen) closeSync(fd)
    isOpen = false
  }
  return {
    write(bytes: Bytes) {
      if (!isOpen) return
      const written = socket === undefined ? (ifReady(() => writeSync(fd, bytes, null, 'latin1')) ?? 0) : 0
      if (written === bytes.length) return
      socket ??= new Socket({ fd, readable: false, writable: true }).on('error', () => {})
      socket.write(bytes.slice(written), 'latin1')
    },
    end() {
      if (socket === undefined) destroy()
      else socket.end()
    },
    destroy,
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
