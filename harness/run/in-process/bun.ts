import { Buffer } from 'node:buffer'
import process from 'node:process'
import { replaceMethods } from './files.ts'
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
  const file = (own: object) => {
    const { stdin } = Bun as unknown as { stdin: object }
    const blob = Object.create(Object.getPrototypeOf(stdin))
    const unsupported = (name: string) => () => io.unsupported(`Bun.file().${name}`)
    for (const name of [
      'stream',
      'arrayBuffer',
      'slice',
      'writer',
      'write',
      'unlink',
      'delete',
      'formData',
      'exists',
    ]) {
      Object.defineProperty(blob, name, { value: unsupported(name), configurable: true })
    }
    for (const [name, value] of Object.entries(own)) Object.defineProperty(blob, name, { value, configurable: true })
    return blob
  }
  const stdin = file({ text, bytes, json: async () => JSON.parse(await text()) })
  const output = (write: (text: string) => void) => {
    const put = async (data: unknown) => {
      if (typeof data !== 'string') io.unsupported('Bun.write of other data')
      write(data as string)
      return Buffer.byteLength(data as string)
    }
    return { put, blob: file({ write: put }) }
  }
  const stdout = output((text) => io.write(text))
  const stderr = output(() => io.writeError())

  const harmless = 'inspect hash sleep sleepSync nanoseconds stringWidth stripANSI deepEquals escapeHTML gc'.split(' ')
  replaceMethods(
    Bun,
    {
      ...Object.fromEntries(harmless.map((name) => [name, Bun[name]])),
      file: (path: unknown) => (path === 0 || path === '/dev/stdin' ? stdin : io.unsupported('Bun.file')),
      write(target: unknown, data: unknown) {
        const known = [stdout, stderr].find(({ blob }) => blob === target)
        return known === undefined ? io.unsupported('Bun.write elsewhere') : known.put(data)
      },
    },
    (name) => io.unsupported(`Bun.${name}`),
  )
  Object.assign(Bun, { stdin, stdout: stdout.blob, stderr: stderr.blob })
}
