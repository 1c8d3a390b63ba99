import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { fromUtf8, type SessionIo } from './io.ts'
import { refuseProperty, replaceMethods } from './outside.ts'

declare global {
  var Bun: Record<string, unknown> | undefined
}

/** Replaces what only Bun has: `prompt`, `Bun`, and what `console` and the standard streams write, where that is known. */
export function replaceBun(io: SessionIo, file: string) {
  const Bun = globalThis.Bun ?? {}
  replaceMethods(io, Bun, 'Bun')
  Object.assign(Bun, { main: file, argv: process.argv })
  // These can be assigned, but not redefined.
  for (const name of ['stdin', 'stdout', 'stderr'])
    Bun[name] = new Proxy({}, { get: () => io.unsupported(`Bun.${name}`) })
  Object.assign(globalThis, { prompt: (...args: unknown[]) => ask(io, args) })

  function write(...[text, ...more]: unknown[]) {
    if (typeof text !== 'string' || more.length > 0) return io.unsupported('a write of such a value')
    io.write(text)
    return Buffer.byteLength(text)
  }
  const log = (...values: unknown[]) => io.write(`${textOf(io, values)}\n`)
  const writeError = () => io.writeError()
  replaceMethods(io, console, 'console', { log, info: log, debug: log, error: writeError, warn: writeError, write })
  if (io.input === 'interactive') Object.assign(console, { [Symbol.asyncIterator]: () => linesOf(io) })
  // At the end of input, there may be one more line.
  else refuseProperty(io, console, Symbol.asyncIterator, 'lines of console')

  refuseProperty(io, process, 'stdin', 'process.stdin of Bun')
  refuseProperty(io, process, 'stderr', 'process.stderr of Bun')
  const stdout = { write: (...args: unknown[]) => write(...args) >= 0 }
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true, enumerable: true })
}

/** Acts as `prompt`. */
function ask(io: SessionIo, args: readonly unknown[]): string | null {
  const [message, preset] = args
  io.write(args.length === 0 ? 'Prompt' : `${message}`)
  io.write(args.length < 2 ? ' ' : ` [${preset}] `)
  const line = readLine(io)
  if (line === undefined) return null
  const typed = fromUtf8(line.endsWith('\r') ? line.slice(0, -1) : line)
  if (typed !== '') return typed
  return preset === undefined ? null : `${preset}`
}

/** Yields the lines of `for await (const line of console)`. Once something else has read a line, Bun may find no other. */
async function* linesOf(io: SessionIo) {
  if (io.session.readAt.length > 0) io.unsupported('lines of console after others')
  for (let line = readLine(io); line !== undefined; line = readLine(io)) yield fromUtf8(line)
}

/** The next line without its newline; undefined at the end. In a session, each line has a newline. */
function readLine(io: SessionIo): Bytes | undefined {
  let line = ''
  for (let byte = io.read(1); byte !== '\n'; byte = io.read(1)) {
    if (byte === '') return undefined
    line += byte
  }
  return line
}

/** Formats primitive values as `console.log` does; Bun lays out other values in its own way. */
function textOf(io: SessionIo, values: readonly unknown[]): string {
  const [first] = values
  const isFormat = typeof first === 'string' && first.includes('%') && values.length > 1
  const plain = ['string', 'number', 'boolean', 'undefined']
  const isPlain = (value: unknown) => value === null || (plain.includes(typeof value) && !Object.is(value, -0))
  if (isFormat || !values.every(isPlain)) io.unsupported('console.log of such values')
  return values.map(String).join(' ')
}
