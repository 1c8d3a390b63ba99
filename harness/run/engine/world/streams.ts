import type { Buffers } from './buffer.ts'
import type { Events } from './events.ts'
import type { Host } from './host.ts'
import type { Kit } from './kit.ts'
import type { Loop } from './loop.ts'

/** `process.stdin`, `stdout` and `stderr`: made anew for every session that asks for them. */
export function makeStreams(host: Host, kit: Kit, { Emitter, count }: Events, buffers: Buffers, loop: Loop) {
  const { apply } = Reflect
  const { prototype } = Emitter
  type Listener = (...args: unknown[]) => unknown

  class Stdin extends Emitter {
    readonly fd = 0
    readonly isTTY = undefined
    readonly #waiting: ((chunk: unknown) => void)[] = []
    readonly #chunks: unknown[] = []
    #flowing: boolean | undefined
    #reads = false
    #ended = false
    #encoding: string | undefined

    override on(name: unknown, listener: Listener): this {
      apply(prototype.on, this, [name, listener])
      if (name === 'readable') {
        this.#reads = true
        this.#flowing = false
      } else if (name === 'data' && !this.#reads && this.#flowing !== false) this.#flowing = true
      return this
    }
    setEncoding(encoding = 'utf8') {
      if (host.lengthOf('', `${encoding}`) === undefined) host.unsupported(`the encoding ${encoding}`)
      this.#encoding = `${encoding}`
      return this
    }
    resume() {
      if (this.#reads) host.unsupported("process.stdin.resume beside 'readable'")
      this.#flowing = true
      return this
    }
    pause() {
      this.#flowing = false
      return this
    }
    isPaused() {
      return this.#flowing === false
    }
    read(size?: unknown): unknown {
      if (size !== undefined || !this.#reads) host.unsupported('process.stdin.read with a size or unasked')
      if (this.#chunks.length === 0) return null
      let all = this.#chunks[0]
      for (let i = 1; i < this.#chunks.length; i++) {
        all =
          this.#encoding === undefined
            ? buffers.Buffer.concat([all as Uint8Array, this.#chunks[i] as Uint8Array])
            : `${all}${this.#chunks[i]}`
      }
      this.#chunks.length = 0
      return all
    }
    destroy() {
      if (this.#ended) return this
      this.#ended = true
      loop.nextTick(() => this.emit('close'))
      return this
    }
    [Symbol.asyncIterator]() {
      if (this.#reads || this.#flowing) host.unsupported('process.stdin read in two ways')
      this.#reads = true
      const step = (value: unknown) => ({ value: value ?? undefined, done: value === null })
      const iterator = {
        next: async () => {
          if (this.#chunks.length > 0) return step(this.read())
          if (this.#ended) return step(null)
          return step(await new Promise((resolve) => (this.#waiting[this.#waiting.length] = resolve)))
        },
        return: async (value?: unknown) => {
          this.destroy()
          return { value, done: true }
        },
        [Symbol.asyncIterator]: () => iterator,
      }
      return iterator
    }
    // A stream is read by these as an array is, chunk by chunk; those that know their answer early stop reading.
    async some(test: Listener) {
      for await (const chunk of this) if (await test(chunk)) return true
      return false
    }
    async every(test: Listener) {
      for await (const chunk of this) if (!(await test(chunk))) return false
      return true
    }
    async find(test: Listener) {
      for await (const chunk of this) if (await test(chunk)) return chunk
      return undefined
    }
    async forEach(hear: Listener) {
      for await (const chunk of this) await hear(chunk)
    }
    async toArray() {
      const chunks: unknown[] = []
      for await (const chunk of this) chunks[chunks.length] = chunk
      return chunks
    }
    listens() {
      return (
        !this.#ended &&
        (this.#flowing === true || this.#waiting.length > 0 || (this.#reads && count(this, 'readable') > 0))
      )
    }
    deliver(bytes: string | null) {
      const chunk = bytes === null ? null : buffers.read(bytes, this.#encoding)
      if (this.#waiting.length > 0) {
        if (chunk === null) this.#ended = true
        this.#waiting.shift()?.(chunk)
      } else if (chunk !== null) {
        if (!this.#reads) this.emit('data', chunk)
        else {
          this.#chunks[this.#chunks.length] = chunk
          this.emit('readable')
        }
      } else {
        this.#ended = true
        if (this.#reads) this.emit('readable')
        if (this.#chunks.length > 0) return
        loop.nextTick(() => {
          this.emit('end')
          loop.nextTick(() => this.emit('close'))
        })
      }
    }
  }

  class Output extends Emitter {
    readonly isTTY = undefined
    readonly writable = true
    readonly fd: number
    constructor(fd: number) {
      super()
      this.fd = fd
    }
    write(data: unknown, encoding?: unknown, callback?: unknown) {
      if (this.fd === 2) host.complain()
      else if (!buffers.write(data, typeof encoding === 'function' ? undefined : encoding)) {
        kit.fail(
          TypeError,
          'ERR_INVALID_ARG_TYPE',
          'The "chunk" argument must be of type string or an instance of Buffer.',
        )
      }
      const done = typeof encoding === 'function' ? encoding : callback
      if (typeof done === 'function') loop.nextTick(done)
      return true
    }
  }

  const roots = [Stdin.prototype, Output.prototype]
  kit.partial('process.stdin', Stdin.prototype, prototype)
  kit.partial('process.stdout', Output.prototype, prototype)
  kit.define(Stdin.prototype, { addListener: Stdin.prototype.on })

  let stdin: Stdin | undefined
  let stdout: Output | undefined
  let stderr: Output | undefined
  let sync = false
  return {
    roots,
    begin() {
      stdin = stdout = stderr = undefined
      sync = false
    },
    stdin() {
      if (stdin === undefined) {
        if (sync) host.unsupported('standard input read in two ways')
        stdin = new Stdin()
        loop.listenTo(stdin)
      }
      return stdin
    },
    stdout: () => (stdout ??= new Output(1)),
    stderr: () => (stderr ??= new Output(2)),
    /** Marks that standard input is read without events. */
    readSync() {
      if (stdin !== undefined) host.unsupported('standard input read in two ways')
      sync = true
    },
  }
}

export type Streams = ReturnType<typeof makeStreams>
