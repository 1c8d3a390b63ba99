import { Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import type { Bytes, Lines } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import type { WorkerReport } from './messages.ts'

/** A length: all the input that is there. */
export const everything = Number.POSITIVE_INFINITY

const from = Buffer.from.bind(Buffer)
const byteLength = Buffer.byteLength.bind(Buffer)

/** @returns the text that a program sees where it is given these bytes */
export const decoded = (bytes: Bytes): string => from(bytes, 'latin1').toString('utf8')

export type SessionIo = ReturnType<typeof sessionIo>

/** The state of a session that begins. */
const opened = (lines: Lines, input: Input) => ({
  lines,
  output: '',
  readAt: [] as number[],
  stderr: false,
  /** Input that is there and was not read. */
  pending: input === 'stdin' ? lines.map((line) => `${line}\n`).join('') : '',
  /** Feeds a waiting stream, when there is nothing else to do. @returns whether there is one */
  feed: undefined as (() => boolean) | undefined,
  /** The standard streams that it has asked for. */
  streams: {} as { [name: string]: Readable | Writable },
  /** Is there when the end is certain. */
  report: undefined as WorkerReport | undefined,
})

/**
 * The input and output of the session that is run. When its end is certain the end is fixed: from then on every request
 * of the entry throws `stopped`, and nothing it writes counts.
 * @param unsupported ends the process, as only a real one can show what happens
 * @param late is called when the entry does something, or waits for input, after its function has returned
 */
export function sessionIo(input: Input, unsupported: (why: string) => never, late: () => void) {
  const stopped = Object.freeze(Object.create(null))

  /** True when the end is certain: nothing that the entry asks for counts. */
  function isOver() {
    if (io.isLate) late()
    return io.session.report !== undefined
  }

  function guard() {
    if (isOver()) throw stopped
  }

  /** Fixes the end, unless it is fixed. */
  function end(how: WorkerReport['end'], status?: number) {
    const { session } = io
    const { output, readAt, stderr } = session
    session.report ??= { output, readAt, stderr, end: how, ...(status !== undefined && { status }) }
    return session.report
  }

  function endNow(how: WorkerReport['end'], status?: number): never {
    end(how, status)
    throw stopped
  }

  const io = {
    session: opened([], input),
    /** The most that a session may write, in bytes. */
    limit: 0,
    /** True when the entry's function has returned. */
    isLate: false,
    isOver,
    open(lines: Lines): void {
      io.session = opened(lines, input)
      io.isLate = false
    },
    /** Writes to standard output: text as UTF-8, or bytes. */
    write(data: string | Uint8Array): void {
      guard()
      const isAscii = typeof data === 'string' && byteLength(data) === data.length
      const output = io.session.output + (isAscii ? data : from(data as string).toString('latin1'))
      io.session.output = output.length > io.limit ? output.slice(0, io.limit) : output
      if (output.length > io.limit) endNow('flooding')
    },
    writeError(): void {
      guard()
      io.session.stderr = true
    },
    /** At most so many bytes of the input that is there; none at the end. */
    read(length: number): Bytes {
      guard()
      const { session } = io
      if (session.pending === '' && input === 'interactive') {
        const line = session.lines[session.readAt.length] ?? endNow('waiting')
        session.readAt.push(session.output.length)
        session.pending = `${line}\n`
      }
      const taken = session.pending.slice(0, length)
      session.pending = session.pending.slice(length)
      return taken
    },
    /** Gives input to a stream, when it waits for some and there is nothing else to do. */
    listen(feed: () => boolean): void {
      late()
      io.session.feed = feed
    },
    args: (): readonly string[] => (input === 'args' ? io.session.lines.map(decoded) : []),
    exit(status: number): never {
      guard()
      return endNow('ended', status)
    },
    end,
    unsupported,
    stopped,
  }
  return io
}
