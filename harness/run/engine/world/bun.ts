import type { Buffers } from './buffer.ts'
import type { Host } from './host.ts'
import type { Kit } from './kit.ts'
import type { Process } from './process.ts'
import type { Streams } from './streams.ts'

/** What Bun adds: `prompt`, `Bun`, lines from `console`. */
export function makeBun(
  host: Host,
  kit: Kit,
  { process }: Process,
  streams: Streams,
  buffers: Buffers,
  console: object,
) {
  const { TextDecoder } = globalThis as { TextDecoder: typeof globalThis.TextDecoder }
  const { indexOf, slice } = String.prototype
  const { apply } = Reflect

  function prompt(...args: unknown[]): unknown {
    const message = args[0]
    const fallback = args[1]
    streams.readSync()
    const text = args.length === 0 ? 'Prompt' : `${message}`
    host.sayWhole(args.length < 2 ? `${text} ` : `${text} [${fallback}] `)
    const line = host.takeLine()
    if (line === null) return null
    const typed = line[line.length - 1] === '\r' ? (apply(slice, line, [0, -1]) as string) : line
    return typed === '' ? (fallback ?? null) : host.toText(typed)
  }

  /** Chunks as they arrive; what follows the last newline is a line too, even an empty one. */
  async function* lines() {
    const decoder = new TextDecoder()
    const decode = (bytes: string) => decoder.decode(buffers.read(bytes, undefined) as Uint8Array<ArrayBuffer>)
    let rest: string | undefined
    for await (const chunk of streams.stdin() as AsyncIterable<Uint8Array>) {
      rest = (rest ?? '') + buffers.Buffer.from(chunk).toString('latin1')
      for (let at = apply(indexOf, rest, ['\n']); at !== -1; at = apply(indexOf, rest, ['\n'])) {
        const line = apply(slice, rest, [0, at]) as string
        rest = apply(slice, rest, [at + 1]) as string
        yield decode(line)
      }
    }
    if (rest !== undefined) yield decode(rest)
  }

  async function all(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of streams.stdin() as AsyncIterable<Uint8Array>) chunks[chunks.length] = chunk
    return buffers.Buffer.concat(chunks)
  }
  const text = async () => new TextDecoder().decode((await all()) as Uint8Array<ArrayBuffer>)
  const stdin = {}
  kit.define(stdin, { text, json: async () => JSON.parse(await text()) }, true)
  kit.partial('Bun.file', stdin)

  const stdout = kit.partial('Bun.file', {})
  const Bun = {}
  kit.define(
    Bun,
    {
      argv: undefined,
      stdin,
      stdout,
      async write(target: unknown, data: unknown) {
        if (target !== stdout || typeof data !== 'string') host.unsupported('Bun.write elsewhere than to Bun.stdout')
        host.say(data as string)
        return host.lengthOf(data as string, 'utf8')
      },
      file(path: unknown) {
        if (path !== '/dev/stdin' && path !== 0) host.unsupported('Bun.file')
        return stdin
      },
      sleep: (milliseconds: unknown) => new Promise((resolve) => setTimeout(resolve, Number(milliseconds))),
    },
    true,
  )
  kit.partial('Bun', Bun)
  kit.define(globalThis, { Bun, prompt })
  kit.define(console, { [Symbol.asyncIterator]: lines } as never)
  kit.define(console, {
    write(data: unknown, ...more: unknown[]) {
      if (more.length > 0 || typeof data !== 'string') host.unsupported('console.write')
      host.say(data as string)
      return host.lengthOf(data as string, 'utf8')
    },
  })
  return {
    Bun,
    begin() {
      ;(Bun as { argv?: unknown }).argv = process.argv
    },
  }
}
