import { Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import type { Bytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import type { WorkerReport } from './messages.ts'

const from = Buffer.from.bind(Buffer)
const byteLength = Buffer.byteLength.bind(Buffer)

export const fromUtf8 = (bytes: Bytes): string => from(bytes, 'latin1').toString('utf8')

const newSession = (given: Bytes, input: Input) => ({
  lines: input === 'stdin' ? [] : given.split('\n').slice(0, -1),
  output: '',
  readAt: [] as number[],
  stderr: false,
  /** Input that is there, and has not been read. */
  pending: input === 'stdin' ? given : '',
  /** Feeds a waiting stream when there is nothing else to do. @returns whether a stream waits */
  feed: undefined as (() => boolean) | undefined,
  streams: {} as { [name: string]: Readable | Writable },
  report: undefined as WorkerReport | undefined,
})

/** The current session. Once its end is certain, every request of the entry throws `stopped`. */
export class SessionIo {
  session = newSession('', 'stdin')
  limit = 0
  readonly stopped: unknown = Object.freeze(Object.create(null))
  readonly unsupported: (why: string) => never
  readonly input: Input

  constructor(input: Input, unsupported: (why: string) => never) {
    this.unsupported = unsupported
    this.input = input
  }

  open(given: Bytes) {
    this.session = newSession(given, this.input)
  }

  isOver(): boolean {
    return this.session.report !== undefined
  }

  write(data: string | Uint8Array) {
    this.#guard()
    const isAscii = typeof data === 'string' && byteLength(data) === data.length
    const output = this.session.output + (isAscii ? data : from(data as string).toString('latin1'))
    this.session.output = output.length > this.limit ? output.slice(0, this.limit) : output
    if (output.length > this.limit) this.#endNow('flooding')
  }

  writeError() {
    this.#guard()
    this.session.stderr = true
  }

  /** Reads at most `length` bytes of what is there; returns '' at the end. */
  read(length = Number.POSITIVE_INFINITY): Bytes {
    this.#guard()
    const { session } = this
    if (session.pending === '' && this.input === 'interactive') {
      const line = session.lines[session.readAt.length] ?? this.#endNow('waiting')
      session.readAt.push(session.output.length)
      session.pending = `${line}\n`
    }
    const taken = session.pending.slice(0, length)
    session.pending = session.pending.slice(length)
    return taken
  }

  args(): readonly string[] {
    return this.input === 'args' ? this.session.lines.map(fromUtf8) : []
  }

  exit(status: number): never {
    this.#guard()
    return this.#endNow('ended', status)
  }

  end(how: WorkerReport['end'], status?: number): WorkerReport {
    const { session } = this
    const { output, readAt, stderr } = session
    session.report ??= { output, readAt, stderr, end: how, ...(status !== undefined && { status }) }
    return session.report
  }

  #guard() {
    if (this.isOver()) throw this.stopped
  }

  #endNow(how: WorkerReport['end'], status?: number): never {
    this.end(how, status)
    throw this.stopped
  }
}
