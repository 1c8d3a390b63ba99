import { Buffer } from 'node:buffer'
import { Console } from 'node:console'
import process from 'node:process'
import { Readable, Writable } from 'node:stream'
import { fromUtf8, type SessionIo } from './io.ts'
import { refuseProperty, replaceMethods } from './outside.ts'

declare global {
  var Bun: Record<string, unknown> | undefined
}

export function replaceRuntime(io: SessionIo, file: string) {
  const make = {
    stdin: () => Object.assign(inputStream(io), { fd: 0 }),
    stdout: () => outputStream(1, (bytes) => io.write(bytes)),
    stderr: () => outputStream(2, () => io.writeError()),
  }
  // Each session that asks for a stream gets its own.
  for (const [name, stream] of Object.entries(make)) {
    const get = () => {
      const { streams } = io.session
      streams[name] ??= stream()
      return streams[name]
    }
    Object.defineProperty(process, name, { get, configurable: true, enumerable: true })
  }
  if (globalThis.Bun === undefined) replaceConsole(io)
  else replaceBun(io, globalThis.Bun, file)
}

function replaceConsole(io: SessionIo) {
  // An entry may replace their methods, and Node's own console would keep the streams of the first session.
  const streams = {
    stdout: { write: (text: string) => (io.session.streams.stdout ? process.stdout.write(text) : io.write(text)) },
    stderr: { write: (text: string) => process.stderr.write(text) },
    ignoreErrors: false,
  }
  const { log, info, debug, error, warn } = new Console(streams as never)
  replaceMethods(io, console, 'console', { log, info, debug, error, warn })
}

function replaceBun(io: SessionIo, Bun: Record<string, unknown>, file: string) {
  replaceMethods(io, Bun, 'Bun')
  Object.assign(Bun, { main: file, argv: process.argv })
  // These can be assigned, but not redefined.
  for (const name of ['stdin', 'stdout', 'stderr'])
    Bun[name] = new Proxy({}, { get: () => io.unsupported(`Bun.${name}`) })
  Object.assign(globalThis, { prompt: (...args: unknown[]) => ask(io, args) })

  const log = (...values: unknown[]) => io.write(`${textOf(io, values)}\n`)
  const error = () => io.writeError()
  function write(...[text, ...more]: unknown[]) {
    if (typeof text !== 'string' || more.length > 0) return io.unsupported('console.write of such a value')
    io.write(text)
    return Buffer.byteLength(text)
  }
  replaceMethods(io, console, 'console', { log, info: log, debug: log, error, warn: error, write })
  refuseProperty(io, console, Symbol.asyncIterator, 'lines of console')
  for (const name of ['stdin', 'stderr']) refuseProperty(io, process, name, `process.${name} of Bun`)
}

function ask(io: SessionIo, args: readonly unknown[]): string | null {
  const [message, preset] = args
  io.write(args.length === 0 ? 'Prompt' : `${message}`)
  io.write(args.length < 2 ? ' ' : ` [${preset}] `)
  let line = ''
  for (let byte = io.read(1); byte !== '\n'; byte = io.read(1)) {
    // In a session, the last line has a newline, too.
    if (byte === '') return null
    line += byte
  }
  const typed = fromUtf8(line.endsWith('\r') ? line.slice(0, -1) : line)
  return typed || (preset === undefined ? null : `${preset}`)
}

/** Refuses values that Bun's `console.log` lays out in its own way. */
function textOf(io: SessionIo, values: readonly unknown[]): string {
  const [first] = values
  const isFormat = typeof first === 'string' && first.includes('%') && values.length > 1
  const plain = ['string', 'number', 'boolean', 'undefined']
  const isPlain = (value: unknown) => value === null || (plain.includes(typeof value) && !Object.is(value, -0))
  if (isFormat || !values.every(isPlain)) io.unsupported('console.log of such values')
  return values.map(String).join(' ')
}

function inputStream(io: SessionIo) {
  let isAsked = false
  const stream = new Readable({
    read() {
      isAsked = true
    },
  })
  io.session.feed = () => {
    const listens = stream.readableFlowing !== false || stream.listenerCount('readable') > 0
    if (!isAsked || stream.destroyed || !listens) return false
    const bytes = io.read()
    isAsked = false
    stream.push(bytes === '' ? null : Buffer.from(bytes, 'latin1'))
    return true
  }
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
