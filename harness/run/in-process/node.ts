import { Buffer } from 'node:buffer'
import { Console } from 'node:console'
import process from 'node:process'
import { Duplex, type DuplexOptions as Options } from 'node:stream'
import { everything, type SessionIo } from './io.ts'
import { replaceMethods } from './outside.ts'

/** The types of Node lack two of them. */
type DuplexOptions = Options & { readonly readable?: boolean; readonly writable?: boolean }

/** What Node has: `console`, and standard streams, which are made for each session that asks for them. */
export function replaceNode(io: SessionIo) {
  const [input, output, error] = [process.stdin, process.stdout, process.stderr].map(Object.getPrototypeOf)
  const make = {
    stdin: () => inputStream(io, input),
    stdout: () => outputStream(1, (bytes) => io.write(bytes), output),
    stderr: () => outputStream(2, () => io.writeError(), error),
  }
  for (const [name, stream] of Object.entries(make)) {
    const get = () => {
      io.streams[name] ??= stream()
      return io.streams[name]
    }
    Object.defineProperty(process, name, { get, configurable: true, enumerable: true })
  }

  // Node's own would keep the streams of the first session.
  const options = {
    stdout: { write: (text: string) => process.stdout.write(text) },
    stderr: { write: (text: string) => process.stderr.write(text) },
    ignoreErrors: false,
  }
  const { log, info, debug, error: complain, warn } = new Console(options as never)
  replaceMethods(io, console, 'console', { log, info, debug, error: complain, warn })
}

function inputStream(io: SessionIo, prototype: object): Duplex {
  let asked = false
  const options: DuplexOptions = {
    writable: false,
    read() {
      asked = true
    },
    destroy(error, done) {
      done(error)
      process.nextTick(() => stream.emit('close', error !== null))
    },
  }
  const stream = standardStream(0, options, prototype)
  io.reader = {
    waits: () =>
      asked && !stream.destroyed && (stream.readableFlowing !== false || stream.listenerCount('readable') > 0),
    give() {
      const bytes = io.read(everything)
      asked = false
      stream.push(bytes === '' ? null : Buffer.from(bytes, 'latin1'))
    },
  }
  return stream
}

const outputStream = (fd: number, write: (bytes: Buffer) => void, prototype: object) =>
  standardStream(
    fd,
    {
      readable: false,
      write(bytes, _, done) {
        write(bytes)
        done()
      },
      final: (done) => done(),
      destroy: (error, done) => done(error),
    },
    prototype,
  )

/** A stream with the prototype of a real one. */
function standardStream(fd: number, options: DuplexOptions, prototype: object): Duplex {
  const stream = new Duplex({ emitClose: false, ...options })
  // What the methods of the prototype look for.
  Object.assign(stream, { fd, _parent: null, _host: null, _isStdio: true, connecting: false, _writev: null })
  return Object.setPrototypeOf(stream, prototype)
}
