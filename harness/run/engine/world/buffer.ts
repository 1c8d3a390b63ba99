import type { Host } from './host.ts'
import type { Kit } from './kit.ts'

/** What entries do with the bytes that they read: `Buffer`, `TextDecoder`, `TextEncoder`. */
export function makeBuffer(host: Host, kit: Kit) {
  const { isView } = ArrayBuffer
  const { fromCharCode } = String
  const { charCodeAt } = String.prototype
  const { apply, construct } = Reflect
  const { isInteger } = Number
  const { setPrototypeOf } = Object
  const Bytes = Uint8Array
  /** Longer texts are left to Node. */
  const short = 64

  const toText = (bytes: Uint8Array, encoding: unknown = 'utf8') =>
    (encoding === 'utf8' ? asciiText(bytes) : undefined) ??
    host.decode(bytes, `${encoding}`) ??
    kit.fail(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(encoding)}`)

  /** What was typed is mostly a few characters of ASCII, and quickly read. */
  function asciiText(bytes: Uint8Array): string | undefined {
    const { length } = bytes
    if (length > short) return undefined
    let text = ''
    for (let i = 0; i < length; i++) {
      const byte = bytes[i] as number
      if (byte > 0x7f) return undefined
      text += fromCharCode(byte)
    }
    return text
  }

  /** @returns whether it could be written that way */
  function putAscii(bytes: Uint8Array, text: string, at: number): boolean {
    const { length } = text
    if (length > short || at + length > bytes.length) return false
    for (let i = 0; i < length; i++) if (apply(charCodeAt, text, [i]) > 0x7f) return false
    for (let i = 0; i < length; i++) bytes[at + i] = apply(charCodeAt, text, [i])
    return true
  }

  /** V8 compiles `new Buffer` again and again, thousands of times, and never uses what it has compiled. */
  const zeros = (length: number): Buffer => setPrototypeOf(new Bytes(length), Buffer.prototype)

  class Buffer extends Uint8Array {
    static get [Symbol.species]() {
      return Buffer
    }
    static override from(value: unknown, encoding?: unknown, length?: number): Buffer {
      if (typeof value === 'string') return fromText(value, encoding)
      if (value instanceof ArrayBuffer) return new Buffer(value, encoding as number | undefined, length)
      if (typeof value !== 'object' || value === null) host.unsupported('Buffer.from')
      const array = value as ArrayLike<number>
      const bytes = zeros(array.length)
      for (let i = 0; i < array.length; i++) bytes[i] = array[i] as number
      return bytes
    }
    static alloc(size: number, fill?: number) {
      if (typeof size !== 'number' || (fill !== undefined && typeof fill !== 'number')) host.unsupported('Buffer.alloc')
      const bytes = zeros(size)
      return fill === undefined ? bytes : bytes.fill(fill)
    }
    static allocUnsafe(size: number) {
      return Buffer.alloc(size)
    }
    static concat(list: readonly Uint8Array[], length?: number) {
      if (length !== undefined) host.unsupported('Buffer.concat with a length')
      let size = 0
      for (let i = 0; i < list.length; i++) size += (list[i] as Uint8Array).length
      const bytes = zeros(size)
      let at = 0
      for (let i = 0; i < list.length; i++) {
        bytes.set(list[i] as Uint8Array, at)
        at += (list[i] as Uint8Array).length
      }
      return bytes
    }
    static isBuffer(value: unknown) {
      return value instanceof Buffer
    }
    static byteLength(value: unknown, encoding: unknown = 'utf8') {
      if (typeof value !== 'string') return (value as Uint8Array).byteLength
      return host.lengthOf(value, `${encoding}`) ?? host.unsupported('Buffer.byteLength')
    }
    override toString(encoding?: unknown, start = 0, end = this.length): string {
      return toText(start === 0 && end === this.length ? this : this.subarray(start, end), encoding)
    }
    override slice(start?: number, end?: number): Buffer {
      return this.subarray(start, end) as Buffer
    }
    override subarray(start?: number, end?: number): Buffer {
      return super.subarray(start, end) as Buffer
    }
    override fill(value: unknown, start?: number, end?: number): this {
      if (typeof value !== 'number') host.unsupported('Buffer.fill with text')
      return super.fill(value as number, start, end)
    }
    write(text: unknown, offset: unknown = 0, ...more: unknown[]): number {
      if (typeof text !== 'string' || typeof offset !== 'number' || more.length > 0) host.unsupported('Buffer.write')
      const fault = isInteger(offset)
        ? offset >= 0 && offset <= this.length
          ? undefined
          : `>= 0 && <= ${this.length}`
        : 'an integer'
      if (fault !== undefined) {
        const message = `The value of "offset" is out of range. It must be ${fault}. Received ${offset}`
        kit.fail(RangeError, 'ERR_OUT_OF_RANGE', message)
      }
      if (putAscii(this, text, offset)) return text.length
      const bytes = fromText(text)
      const room = this.length - offset
      // What Node does with half a character is its own affair.
      if (bytes.length > room) host.unsupported('Buffer.write of more than there is room for')
      for (let i = 0; i < bytes.length; i++) this[offset + i] = bytes[i] as number
      return bytes.length
    }
    equals(other: Uint8Array) {
      return toText(this, 'latin1') === toText(other, 'latin1')
    }
    override indexOf(value: unknown, from?: unknown): number {
      if (typeof value === 'number') return super.indexOf(value, from as number)
      if (from !== undefined) host.unsupported('Buffer.indexOf with an offset')
      return toText(this, 'latin1').indexOf(
        typeof value === 'string' ? host.encode(value) : toText(value as Buffer, 'latin1'),
      )
    }
    override includes(value: unknown, from?: unknown): boolean {
      return this.indexOf(value, from) !== -1
    }
  }

  function fromText(text: string, encoding: unknown = 'utf8'): Buffer {
    const name = `${encoding}`
    if (name === 'utf8' && text.length <= short) {
      const bytes = zeros(text.length)
      if (putAscii(bytes, text, 0)) return bytes
    }
    const bytes = zeros(
      host.lengthOf(text, name) ?? kit.fail(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`),
    )
    host.fill(bytes, text, name)
    return bytes
  }

  class TextDecoder {
    readonly encoding = 'utf-8'
    constructor(label = 'utf-8', options?: unknown) {
      if ((label !== 'utf-8' && label !== 'utf8') || options !== undefined) host.unsupported('TextDecoder with options')
    }
    decode(bytes?: unknown, options?: unknown): string {
      if (options !== undefined) host.unsupported('TextDecoder.decode with options')
      if (bytes === undefined) return ''
      const view = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes
      if (!(view instanceof Uint8Array)) return host.unsupported('TextDecoder.decode')
      return toText(view).replace(/^\ufeff/, '')
    }
  }

  class TextEncoder {
    readonly encoding = 'utf-8'
    encode(text: unknown = ''): Uint8Array {
      const bytes = fromText(`${text}`)
      return new Uint8Array(bytes.buffer, 0, bytes.length)
    }
  }

  /** It may be called, too, with a size or with what `from` takes; Node complains, once, that one should not. */
  const made = (value: unknown, encoding?: unknown) =>
    typeof value === 'number' ? Buffer.alloc(value) : Buffer.from(value, encoding)
  const Callable: typeof Buffer = new Proxy(Buffer, {
    apply(_, __, [value, encoding]) {
      if (host.runtime === 'node') host.complain()
      return made(value, encoding)
    },
    construct(target, args, newTarget) {
      if (newTarget !== Callable) return construct(target, args, newTarget)
      if (host.runtime === 'node') host.complain()
      return made(args[0], args[1])
    },
  })

  kit.deny(Buffer, 'Buffer')
  kit.deny(Buffer.prototype, 'Buffer.prototype')
  kit.define(Buffer.prototype, { constructor: Callable })
  kit.define(globalThis, { Buffer: Callable, TextDecoder, TextEncoder })

  return {
    Buffer,
    Callable,
    /** What was read: bytes, or text if an encoding is given. */
    read(bytes: string, encoding: unknown): unknown {
      if (encoding === 'utf8' || encoding === 'utf-8') return host.toText(bytes)
      const buffer = bytes.length > short ? fromText(bytes, 'latin1') : zeros(bytes.length)
      if (bytes.length <= short) {
        for (let i = 0; i < bytes.length; i++) buffer[i] = apply(charCodeAt, bytes, [i])
      }
      return encoding === undefined || encoding === null || encoding === 'buffer' ? buffer : toText(buffer, encoding)
    },
    /** Writes what an entry passes to `write` and its like; false if it is nothing that can be written. */
    write(data: unknown, encoding?: unknown): boolean {
      if (typeof data === 'string') {
        if (encoding === undefined || encoding === 'utf8' || encoding === 'utf-8' || encoding === null) host.say(data)
        else host.sayBytes(toText(fromText(data, encoding), 'latin1'))
        return true
      }
      if (!isView(data)) return false
      const { buffer, byteOffset, byteLength } = data
      host.sayBytes(toText(new Uint8Array(buffer, byteOffset, byteLength), 'latin1'))
      return true
    },
  }
}

export type Buffers = ReturnType<typeof makeBuffer>
