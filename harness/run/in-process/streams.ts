import { Buffer } from 'node:buffer'
import process from 'node:process'
import { Duplex, Readable, Writable } from 'node:stream'
import type { SessionIo } from './io.ts'

const { defineProperty, getPrototypeOf } = Object
const from = Buffer.from.bind(Buffer)

/**
 * `process.stdin`, `stdout` and `stderr`: real streams with the prototypes of the real ones, for each session that asks
 * for them.
 */
export function replaceStreams(io: SessionIo) {
  const kinds = {
    stdin: getPrototypeOf(process.stdin),
    stdout: getPrototypeOf(process.stdout),
    stderr: getPrototypeOf(process.stderr),
  }
  let streams: { [name in keyof typeof kinds]?: Duplex } = {}

  function make(name: keyof typeof kinds, options: object, own: object): Duplex {
    const stream = Object.create(kinds[name])
    // What a real one has as well, and its methods look for.
    Object.assign(stream, {
      _parent: null,
      _isStdio: true,
      _host: null,
      connecting: false,
      _construct: undefined,
      ...own,
    })
    const Kind = globalThis.Bun === undefined ? Duplex : name === 'stdin' ? Readable : Writable
    Reflect.apply(Kind, stream, [{ emitClose: globalThis.Bun !== undefined, ...options }])
    return stream
  }

  function stdin(): Duplex {
    let asked = false
    const stream = make(
      'stdin',
      { writable: false },
      {
        fd: 0,
        _read() {
          asked = true
        },
        _destroy(error: Error | null, done: (error: Error | null) => void) {
          done(error)
          if (globalThis.Bun === undefined) process.nextTick(() => stream.emit('close', error !== null))
        },
      },
    )
    for (const name of ['on', 'addListener', 'pause', 'resume', 'read', 'ref', 'unref'] as const) {
      if (globalThis.Bun !== undefined && name in Readable.prototype) {
        defineProperty(stream, name, { value: Readable.prototype[name as 'on'], writable: true, configurable: true })
      }
    }
    io.reader = {
      waits: () =>
        asked && !stream.destroyed && (stream.readableFlowing !== false || stream.listenerCount('readable') > 0),
      give() {
        const chunk = io.read(Number.POSITIVE_INFINITY)
        asked = false
        stream.push(chunk === '' ? null : from(chunk, 'latin1'))
      },
    }
    return stream
  }

  const output = (name: 'stdout' | 'stderr') =>
    make(
      name,
      { readable: false, decodeStrings: false },
      {
        fd: name === 'stdout' ? 1 : 2,
        _type: 'pipe',
        _writev: null,
        _write(data: string | Buffer, encoding: BufferEncoding, done: () => void) {
          const bytes = typeof data === 'string' ? from(data, encoding) : data
          if (name === 'stderr') io.writeError()
          else io.writeBytes(bytes.toString('latin1'))
          done()
        },
        write: Writable.prototype.write,
        destroySoon: Writable.prototype.destroy,
        _final: (done: () => void) => done(),
        _destroy: (error: Error | null, done: (error: Error | null) => void) => done(error),
      },
    )

  for (const name of ['stdin', 'stdout', 'stderr'] as const) {
    const get = (): Duplex | undefined => {
      streams[name] ??= name === 'stdin' ? stdin() : output(name)
      return streams[name]
    }
    defineProperty(process, name, { get, configurable: true, enumerable: true })
  }

  return {
    /** Those that the session has asked for. */
    used: () => streams,
    reset() {
      streams = {}
    },
  }
}

export type Streams = ReturnType<typeof replaceStreams>

declare global {
  /** In Bun only. */
  var Bun: Record<string, unknown> | undefined
}
