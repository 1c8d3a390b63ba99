import { Buffer } from 'node:buffer'
import process from 'node:process'
import { format, inspect } from 'node:util'
import type { Lines } from '../../session/bytes.ts'
import { type EngineReport, outputLimit, type SessionTerms } from './report.ts'
import type { Answer, Setup } from './wire.ts'
import type { Host } from './world/host.ts'

/**
 * Where a session is held: what is heard of the entry, what it is told, and when its outcome is certain. From then on
 * everything it asks for throws `over`, and nothing that it says counts.
 */
export interface Stage {
  readonly host: Host
  /** @param tell hears every piece at once; @returns nothing */
  open(lines: Lines, terms: SessionTerms, tell?: (answer: Answer) => void): void
  /** Ends the session if nothing else has, and tells how it went. */
  close(): EngineReport
  readonly tripped: boolean
  /** Hears of an error that nobody caught; false if it is `over`. */
  failed(error: unknown): boolean
  /** Hears of a promise that was rejected and that nobody looks at. */
  rejected(): void
}

/** An entry that catches what ends it and goes on is stopped only by ending the child. */
const patience = 100

/** @param abandon ends the child */
export function openStage(
  { entry: { runtime }, input, milliseconds }: Setup,
  names: (place: string) => readonly string[],
  abandon: () => never,
): Stage {
  const over = Object.freeze(Object.create(null))
  /** What is thrown for a rejected promise. An error of its own would note where it stands, which takes long. */
  const unhandled = Object.freeze(Object.create(null))
  const strings = { from: Buffer.from.bind(Buffer), byteLength: Buffer.byteLength.bind(Buffer) }
  const nonAscii = /[^\0-\x7f]/
  const interactive = input === 'interactive'
  let lines: Lines = []
  let terms: SessionTerms = { endsInput: true }
  let said = ''
  let asText = true
  let most = 0
  let heardAt: number[] = []
  let stderr = false
  let next = 0
  let pending = ''
  let end: EngineReport['end'] | undefined
  let status: number | undefined
  let why: string | undefined
  let tripped = false
  let stops = 0
  let tell: ((answer: Answer) => void) | undefined
  let rejected = false

  function stop(): never {
    if (++stops > patience) abandon()
    throw over
  }

  function decide(how: EngineReport['end'], more?: { status?: number; why?: string }) {
    if (end !== undefined) return
    end = how
    status = more?.status
    why = more?.why
    toBytes()
    tell?.({ fixed: report() })
  }

  function settle(end: EngineReport['end'], more?: { status?: number; why?: string }): never {
    decide(end, more)
    return stop()
  }

  function report(): EngineReport {
    if (end === undefined) return { said, heardAt, stderr, end: 'ended', status: 0 }
    if (status !== undefined) return { said, heardAt, stderr, end, status }
    return why === undefined ? { said, heardAt, stderr, end } : { said, heardAt, stderr, end, why }
  }

  const encode = (text: string) => (nonAscii.test(text) ? strings.from(text, 'utf8').toString('latin1') : text)

  const toText = (bytes: string) => (nonAscii.test(bytes) ? strings.from(bytes, 'latin1').toString('utf8') : bytes)

  /** What is said is kept as text as long as every character may be one byte. */
  function toBytes() {
    if (!asText) return
    asText = false
    if (!nonAscii.test(said)) return
    const text = said
    heardAt = heardAt.map((at) => strings.byteLength(text.slice(0, at)))
    said = strings.from(text, 'utf8').toString('latin1')
  }

  function hear(bytes: string) {
    said += bytes
    tell?.({ said: bytes })
    if (said.length < most) return
    if (said.length > outputLimit) {
      said = said.slice(0, outputLimit + 1)
      toBytes()
      said = said.slice(0, outputLimit)
      settle('flooding')
    }
    settle('waiting')
  }

  function fetch(): boolean {
    if (input === 'args') return false
    const { endsInput, stopAtEnd } = terms
    if (interactive) {
      if (next < lines.length) {
        hearLine()
        pending += `${lines[next++]}\n`
        return true
      }
      if (!endsInput || stopAtEnd) settle('waiting')
      return false
    }
    if (next === 0) {
      next = lines.length + 1
      for (let i = 0; i < lines.length; i++) pending += `${lines[i]}\n`
      if (lines.length > 0) return true
    }
    if (stopAtEnd) settle('waiting')
    return false
  }

  function hearLine() {
    heardAt[heardAt.length] = said.length
    tell?.({ heardAt: said.length })
  }

  function take(length: number): string {
    const taken = pending.slice(0, length)
    pending = pending.slice(length)
    return taken
  }

  const guard = () => {
    if (end !== undefined) stop()
  }

  const bytesOf = (bytes: Uint8Array) => {
    const { buffer, byteOffset, byteLength } = bytes
    return strings.from(buffer as ArrayBuffer, byteOffset, byteLength)
  }

  const host: Host = {
    runtime,
    input,
    milliseconds,
    execPath: runtime === 'node' ? process.execPath : '/usr/local/bin/bun',
    names,
    sayWhole(text) {
      if (end !== undefined) stop()
      const some = text.length > most ? text.slice(0, most) : text
      hear(asText ? some : encode(some))
    },
    say(text) {
      if (end !== undefined) stop()
      if (!asText || text.length > most) return host.sayWhole(text)
      hear(text)
      // The other half of a character may come, and then it is none.
      const last = text.charCodeAt(text.length - 1)
      if (last >= 0xd800 && last < 0xdc00) toBytes()
    },
    sayBytes(bytes) {
      guard()
      if (nonAscii.test(bytes)) toBytes()
      hear(bytes)
    },
    complain() {
      guard()
      stderr = true
      tell?.({ stderr })
    },
    takeLine() {
      guard()
      if (pending === '' && interactive && next < lines.length) {
        hearLine()
        return lines[next++] as string
      }
      let at = pending.indexOf('\n')
      while (at === -1) {
        if (!fetch()) {
          pending = ''
          return null
        }
        at = pending.indexOf('\n')
      }
      const line = pending.slice(0, at)
      pending = pending.slice(at + 1)
      return line
    },
    takeSome(length) {
      guard()
      if (pending === '') fetch()
      return take(length)
    },
    takeRest() {
      guard()
      if (pending === '') {
        if (!fetch()) return ''
      }
      if (interactive) while (fetch()) {}
      return take(pending.length)
    },
    canArrive() {
      guard()
      if (pending !== '' || input === 'args') return true
      if (interactive && next < lines.length) return true
      if (!interactive && next === 0 && lines.length > 0) return true
      return terms.endsInput && !terms.stopAtEnd
    },
    arrive() {
      guard()
      if (pending === '') fetch()
      return pending === '' ? null : take(pending.length)
    },
    args: () => lines,
    toText,
    ended: (status) => decide('ended', { status }),
    exit: (status) => settle('ended', { status }),
    wait: () => settle('waiting'),
    loop: () => settle('looping'),
    unsupported: (why) => settle('unsupported', { why }),
    trip() {
      tripped = true
      guard()
      return settle('unsupported', { why: 'code made at run time' })
    },
    microtasks() {
      runMicrotasks()
      if (!rejected) return
      rejected = false
      if (end === undefined) throw unhandled
    },
    format: (args) =>
      plain(
        format.apply(
          undefined,
          [...Array(args.length).keys()].map((i) => args[i]),
        ),
      ),
    inspect: (value) => plain(inspect(value)),
    encode,
    decode: (bytes, encoding) => (Buffer.isEncoding(encoding) ? bytesOf(bytes).toString(encoding) : undefined),
    lengthOf: (text, encoding) => (Buffer.isEncoding(encoding) ? strings.byteLength(text, encoding) : undefined),
    fill(bytes, text, encoding) {
      bytesOf(bytes).write(text, encoding as BufferEncoding)
    },
  }

  /** Where things stand in files is not what it would be in a real process, and bytes are not shown as Node does. */
  function plain(text: string): string {
    if (/\n\s+at |Buffer\(\d+\)|\/entry\//.test(text)) host.unsupported('an error or a Buffer shown as text')
    return text
  }

  const runMicrotasks = (process as unknown as { _tickCallback(): void })._tickCallback.bind(process)

  return {
    host,
    open(given, agreed, teller) {
      lines = given
      terms = agreed
      tell = teller
      said = ''
      asText = teller === undefined
      most = Math.min(terms.enough ?? Number.POSITIVE_INFINITY, outputLimit + 1)
      heardAt = []
      stderr = false
      next = 0
      pending = ''
      end = status = why = undefined
      tripped = false
      stops = 0
      rejected = false
    },
    close() {
      toBytes()
      return report()
    },
    get tripped() {
      return tripped
    },
    failed(error) {
      if (error === over || end !== undefined) return false
      stderr = true
      tell?.({ stderr })
      return true
    },
    rejected() {
      rejected = true
    },
  }
}
