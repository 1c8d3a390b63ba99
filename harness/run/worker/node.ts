import { Buffer } from 'node:buffer'
import { Console } from 'node:console'
import process from 'node:process'
import { Readable, Writable } from 'node:stream'
import type { SessionIo } from './io.ts'
import { replaceMethods } from './outside.ts'

/** Replaces what only Node has: `console`, and standard streams, which are made for each session that asks for them. */
export function replaceNode(io: SessionIo) {
  const make = {
    stdin: () => Object.assign(inputStream(io), { fd: 0 }),
    stdout: () => outputStream(1, (bytes) => io.write(bytes)),
    stderr: () => outputStream(2, () => io.writeError()),
  }
  for (const [name, stream] of Object.entries(make)) {
    const get = () => {
      const { streams } = io.session
      streams[name] ??= stream()
      return streams[name]
    }
    Object.defineProperty(process, name, { get, configurable: true, enumerable: true })
  }

  // An entry may replace their methods, and Node's own console would keep the streams of the first session.
  const streams = {
    stdout: { write: (text: string) => (io.session.streams.stdout ? process.stdout.write(text) : io.write(text)) },
    stderr: { write: (text: string) => process.stderr.write(text) },
    ignoreErrors: false,
  }
  const { log, info, debug, error, warn } = new Console(streams as never)
  replaceMethods(io, console, 'console', { log, info, debug, error, warn })
}

function inputStream(io: SessionIo) {
  let isAsked = false
  const stream = new Readable({
    read() {
      isAsked = true
    },
  })
  io.listen(() => {
    const listens = stream.readableFlowing !== false || stream.listenerCount('readable') > 0
    if (!isAsked || stream.destroyed || !listens) return false
    const bytes = io.read()
    isAsked = false
    stream.push(bytes === '' ? null : Buffer.from(bytes, 'latin1'))
    return true
  })
  return stream
}

function outputStream(fd: number, write: (bytes: Buffer) => void) {
  const stream = new Writable({
    write(bytes, _, done) {
      write(bytes)
      done()
    },
  })
  return Object.assign(stream, { fd })
}
