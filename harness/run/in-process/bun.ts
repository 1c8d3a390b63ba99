import { Buffer } from 'node:buffer'
import process from 'node:process'
import { refusing, replaceMethods } from './files.ts'
import { decoded, type SessionIo } from './io.ts'
import type { Streams } from './streams.ts'

/** What Bun adds: `prompt`, `alert`, `confirm`, `Bun`, lines from `console`. */
export function replaceBun(io: SessionIo, streams: Streams) {
  const Bun = globalThis.Bun ?? {}
  function readLine(): string | null {
    if (streams.used().stdin !== undefined) io.unsupported('standard input read in two ways')
    return io.readLine()
  }
  /** Bun's own: the message, or the function's name without one. */
  const ask = (args: readonly unknown[], name: string, rest: string) =>
    io.write(`${args.length === 0 ? name : `${args[0]}`}${rest}`)

  const methods: Record<string, (...args: unknown[]) => unknown> = {
    prompt(...args) {
      ask(args, 'Prompt', args.length < 2 ? ' ' : ` [${args[1]}] `)
      const line = readLine()
      if (line === null) return null
      const typed = line.endsWith('\r') ? line.slice(0, -1) : line
      return typed === '' ? (args[1] === undefined ? null : `${args[1]}`) : decoded(typed)
    },
    alert(...args) {
      ask(args, 'Alert', ' [Enter] ')
      readLine()
    },
    confirm(...args) {
      ask(args, 'Confirm', ' [y/N] ')
      const line = readLine()?.replace(/\r$/, '')
      return line === 'y' || line === 'Y'
    },
  }
  for (const [name, method] of Object.entries(methods)) {
    const value = method.bind(undefined)
    Object.defineProperty(value, 'name', { value: name, configurable: true })
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true })
  }

  /** Chunks of standard input; what follows the last newline is a line too, even an empty one. */
  async function* lines() {
    let rest: string | undefined
    for await (const chunk of process.stdin) {
      const parts: string[] = ((rest ?? '') + chunk.toString('latin1')).split('\n')
      rest = parts.pop()
      for (const line of parts) yield decoded(line)
    }
    if (rest !== undefined) yield decoded(rest)
  }
  Object.defineProperty(console, Symbol.asyncIterator, { value: lines, writable: true, configurable: true })

  const bytes = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of process.stdin) chunks.push(chunk)
    return new Uint8Array(Buffer.concat(chunks))
  }
  const text = async () => new TextDecoder().decode(await bytes())
  const blob = Object.create(Object.getPrototypeOf(Bun.stdin))
  for (const name of ['stream', 'arrayBuffer', 'slice', 'writer', 'write', 'unlink', 'delete', 'formData', 'exists']) {
    Object.defineProperty(blob, name, { value: () => io.unsupported(`Bun.stdin.${name}`), configurable: true })
  }
  const readers = { text, bytes, json: async () => JSON.parse(await text()) }
  for (const [name, value] of Object.entries(readers)) Object.defineProperty(blob, name, { value, configurable: true })

  const harmless = 'inspect hash sleep sleepSync nanoseconds stringWidth stripANSI deepEquals escapeHTML gc'.split(' ')
  const file = (path: unknown) => (path === 0 || path === '/dev/stdin' ? blob : io.unsupported('Bun.file'))
  const kept = Object.fromEntries(harmless.map((name) => [name, Bun[name]]))
  replaceMethods(Bun, { ...kept, file }, (name) => io.unsupported(`Bun.${name}`))
  Object.assign(Bun, { stdin: blob, stdout: refusing(io, 'Bun.stdout'), stderr: refusing(io, 'Bun.stderr') })
}
