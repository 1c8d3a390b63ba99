import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { SessionIo } from './io.ts'
import type { Streams } from './streams.ts'

const { apply } = Reflect
const from = Buffer.from.bind(Buffer)

/** `fs`: standard input and output are the session's, other files can be read at once, all else is unsupported. */
export function replaceFiles(io: SessionIo, streams: Streams) {
  const real = { ...fs }
  const names: Record<string, number> = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 }
  for (const fd of [0, 1, 2]) names[`/dev/fd/${fd}`] = names[`/proc/self/fd/${fd}`] = fd

  const fdOf = (file: unknown) => (typeof file === 'string' ? names[file] : file)
  const isPlainFile = (file: unknown) =>
    (typeof file === 'string' && !file.startsWith('/dev') && !file.startsWith('/proc')) || file instanceof URL
  const encodingOf = (options: unknown) =>
    (typeof options === 'object' && options !== null ? (options as { encoding?: BufferEncoding }).encoding : options) as
      | BufferEncoding
      | null
      | undefined

  /** Standard input is a stream or read at once; both together share a buffer only in a real process. */
  function readsAtOnce() {
    if (streams.used().stdin !== undefined) io.unsupported('standard input read in two ways')
  }

  function write(name: string, fd: unknown, data: unknown, encoding?: BufferEncoding | null): number {
    if (fd !== 1 && fd !== 2) return io.unsupported(`fs.${name} of other files`)
    if (typeof data !== 'string' && !(data instanceof Uint8Array)) io.unsupported(`fs.${name} of such data`)
    const bytes =
      typeof data === 'string'
        ? from(data, encoding ?? 'utf8')
        : from((data as Uint8Array).buffer, (data as Uint8Array).byteOffset, (data as Uint8Array).byteLength)
    if (fd === 2) io.writeError()
    else io.writeBytes(bytes.toString('latin1'))
    return bytes.length
  }

  const replaced: Record<string, unknown> = {
    readFileSync(file: unknown, options?: unknown) {
      if (isPlainFile(file)) return apply(real.readFileSync, fs, [file, options])
      if (fdOf(file) !== 0) io.unsupported('fs.readFileSync of other descriptors')
      readsAtOnce()
      const bytes = from(io.readAll(), 'latin1')
      const encoding = encodingOf(options)
      return encoding && (encoding as string) !== 'buffer' ? bytes.toString(encoding) : bytes
    },
    readSync(fd: unknown, buffer: unknown, offset?: unknown, length?: unknown, position?: unknown): number {
      if (fd !== 0 || !(buffer instanceof Uint8Array)) return io.unsupported('fs.readSync of other descriptors')
      readsAtOnce()
      const options = (typeof offset === 'object' && offset !== null ? offset : { offset, length, position }) as {
        [name: string]: unknown
      }
      const start = options.offset ?? 0
      const most = options.length ?? buffer.byteLength - Number(start)
      const where = options.position ?? -1
      if (typeof start !== 'number' || typeof most !== 'number' || where !== -1) {
        return io.unsupported('fs.readSync with such arguments')
      }
      if (!(start >= 0 && most >= 0 && start + most <= buffer.byteLength)) {
        return io.unsupported('fs.readSync with such arguments')
      }
      if (most === 0) return 0
      const bytes = io.read(most)
      for (let i = 0; i < bytes.length; i++) buffer[start + i] = bytes.charCodeAt(i)
      return bytes.length
    },
    writeSync(fd: unknown, data: unknown, ...rest: unknown[]) {
      if (rest.length > 0) io.unsupported('fs.writeSync with further arguments')
      return write('writeSync', fd, data)
    },
    writeFileSync(file: unknown, data: unknown, options?: unknown) {
      write('writeFileSync', fdOf(file), data, encodingOf(options))
    },
    appendFileSync(file: unknown, data: unknown, options?: unknown) {
      write('appendFileSync', fdOf(file), data, encodingOf(options))
    },
  }
  replaceMethods(fs, replaced, (name) => io.unsupported(`fs.${name}`))
  replaceMethods(fs.promises, {}, (name) => io.unsupported(`fs.promises.${name}`))
  syncBuiltinESMExports()
}

/** Replaces an object's methods: by those given, or else by one that calls `refuse`. Classes that are not given are kept. */
export function replaceMethods(object: object, methods: Record<string, unknown>, refuse: (name: string) => unknown) {
  for (const name of Object.getOwnPropertyNames(object)) {
    const { value, writable } = Object.getOwnPropertyDescriptor(object, name) ?? {}
    if (typeof value !== 'function' || writable !== true) continue
    if (methods[name] === undefined && /^[A-Z]/.test(name)) continue
    const other = methods[name] ?? (() => refuse(name))
    Object.defineProperty(other, 'name', { value: name, configurable: true })
    Object.defineProperty(object, name, { value: other })
  }
}

/** An object of which nothing can be asked. */
export function refusing(io: SessionIo, name: string): object {
  const refuse = () => io.unsupported(name)
  return new Proxy({}, { get: refuse, set: refuse, has: refuse })
}
