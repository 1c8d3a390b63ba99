import { Console } from 'node:console'
import type { SessionIo } from './io.ts'
import type { Streams } from './streams.ts'

/** `console`: Node's own with other streams; of Bun's, which is native, what is known to the byte. */
export function replaceConsole(io: SessionIo, streams: Streams) {
  const write = (text: string) => {
    // The entry may have replaced a method of process.stdout.
    const { stdout } = streams.used()
    if (stdout === undefined || globalThis.Bun !== undefined) io.write(text)
    else stdout.write(text)
    return true
  }
  const complain = () => {
    const { stderr } = streams.used()
    if (stderr === undefined || globalThis.Bun !== undefined) io.writeError()
    else stderr.write('')
    return true
  }
  const methods = globalThis.Bun === undefined ? nodeConsole(write, complain) : bunConsole(io, write, complain)
  for (const name of Object.getOwnPropertyNames(console)) {
    const { value, writable } = Object.getOwnPropertyDescriptor(console, name) ?? {}
    if (typeof value !== 'function' || writable !== true || /^[A-Z]/.test(name)) continue
    const method = methods[name] ?? (() => io.unsupported(`console.${name}`))
    // They are native functions, and look it.
    const bound = method.bind(console)
    Object.defineProperty(bound, 'name', { value: name, configurable: true })
    Object.defineProperty(console, name, { value: bound })
  }
}

type Methods = Record<string, (...args: unknown[]) => unknown>

function nodeConsole(write: (text: string) => boolean, complain: () => boolean): Methods {
  const stream = (write: (text: string) => boolean) => ({ write, on() {}, once() {}, removeListener() {} })
  const real = new Console({
    stdout: stream(write),
    stderr: stream(complain),
    ignoreErrors: false,
  } as unknown as ConstructorParameters<typeof Console>[0])
  const { log } = real
  const quick = (...args: unknown[]) =>
    args.length === 1 && typeof args[0] === 'string' ? void write(`${args[0]}\n`) : log(...args)
  const { error, warn, trace, assert, dir, dirxml, table } = real
  return { error, warn, trace, assert, dir, dirxml, table, log: quick, info: quick, debug: quick } as Methods
}

function bunConsole(io: SessionIo, write: (text: string) => boolean, complain: () => boolean): Methods {
  /** Values without parts: how Bun lays out the others is its own affair. */
  function format(args: readonly unknown[]): string {
    let text = ''
    for (let i = 0; i < args.length; i++) {
      const value = args[i]
      if ((typeof value === 'object' && value !== null) || typeof value === 'function' || typeof value === 'symbol') {
        io.unsupported('console.log of an object')
      }
      if (i === 0 && typeof value === 'string' && args.length > 1 && value.includes('%')) {
        io.unsupported("console.log with a '%' and further arguments")
      }
      text += `${i === 0 ? '' : ' '}${Object.is(value, -0) ? '-0' : typeof value === 'bigint' ? `${value}n` : `${value}`}`
    }
    return text
  }
  const log = (...args: unknown[]) =>
    void write(args.length === 1 && typeof args[0] === 'string' ? `${args[0]}\n` : `${format(args)}\n`)
  return {
    log,
    info: log,
    debug: log,
    error: () => void complain(),
    warn: () => void complain(),
    trace: () => void complain(),
    assert: (condition) => void (condition || complain()),
    write(text, ...more) {
      if (more.length > 0 || typeof text !== 'string') io.unsupported('console.write')
      write(text as string)
      return Buffer.byteLength(text as string)
    },
  }
}
