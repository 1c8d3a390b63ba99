import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { decoded, type SessionIo } from './io.ts'
import { refuse, replaceMethods } from './outside.ts'

declare global {
  /** In Bun only. */
  var Bun: Record<string, unknown> | undefined
}

/** Classes that compute, and reach nothing. */
const hashes = 'CryptoHasher MD4 MD5 SHA1 SHA224 SHA256 SHA384 SHA512 SHA512_256'.split(' ')

/** Replaces Bun's own: `prompt`, `Bun`, and of `console` and the standard streams what is known to the byte. */
export function replaceBun(io: SessionIo, file: string) {
  const Bun = globalThis.Bun ?? {}
  replaceMethods(io, Bun, 'Bun', {}, hashes)
  Object.assign(Bun, { main: file, argv: process.argv })
  // They can be assigned, but not defined anew.
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
  // At the end of input, there may be one line more.
  else refuse(io, console, Symbol.asyncIterator, 'lines of console')

  refuse(io, process, 'stdin', 'process.stdin of Bun')
  refuse(io, process, 'stderr', 'process.stderr of Bun')
  const stdout = { write: (...args: unknown[]) => write(...args) >= 0 }
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true, enumerable: true })
}

/** Does what `prompt` does. */
function ask(io: SessionIo, args: readonly unknown[]): string | null {
  const [message, preset] = args
  io.write(args.length === 0 ? 'Prompt' : `${message}`)
  io.write(args.length < 2 ? ' ' : ` [${preset}] `)
  const line = readLine(io)
  if (line === undefined) return null
  const typed = decoded(line.endsWith('\r') ? line.slice(0, -1) : line)
  if (typed !== '') return typed
  return preset === undefined ? null : `${preset}`
}

/** Does what `for await (const line of console)` asks for. */
async function* linesOf(io: SessionIo) {
  for (let line = readLine(io); line !== undefined; line = readLine(io)) yield decoded(line)
}

/** The next line without its newline, which each has in a session; undefined at the end. */
function readLine(io: SessionIo): Bytes | undefined {
  let line = ''
  for (let byte = io.read(1); byte !== '\n'; byte = io.read(1)) {
    if (byte === '') return undefined
    line += byte
  }
  return line
}

/** Writes values without parts as `console.log` does: how Bun lays out the others is its own affair. */
function textOf(io: SessionIo, values: readonly unknown[]): string {
  const [first] = values
  const isFormat = typeof first === 'string' && first.includes('%') && values.length > 1
  const plain = ['string', 'number', 'boolean', 'undefined']
  const isPlain = (value: unknown) => value === null || (plain.includes(typeof value) && !Object.is(value, -0))
  if (isFormat || !values.every(isPlain)) io.unsupported('console.log of such values')
  return values.map(String).join(' ')
}
