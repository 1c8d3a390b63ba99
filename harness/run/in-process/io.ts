import { Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import type { Bytes, Lines } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import { outputLimit } from '../limits.ts'
import type { InProcessReport } from './worker.ts'

/** A length: all the input that is there. */
export const everything = Number.POSITIVE_INFINITY

const from = Buffer.from.bind(Buffer)

/** @returns the text that a program sees where it is given these bytes */
export const decoded = (bytes: Bytes): string => from(bytes, 'latin1').toString('utf8')

export type SessionIo = ReturnType<typeof sessionIo>

/**
 * The input and output of the session that is run. When its end is certain the end is fixed: from then on every request
 * of the entry throws `stopped`, and nothing it writes counts.
 * @param unsupported ends the process, as only a real one can show what happens
 */
export function sessionIo(input: Input, unsupported: (why: string) => never) {
  const stopped = Object.freeze(Object.create(null))
  let lines: Lines = []
  let output = ''
  let readAt: number[] = []
  let stderr = false
  let pending = ''
  let fixed: InProcessReport | undefined

  function guard() {
    if (fixed !== undefined) throw stopped
  }

  /** Fixes the end, unless it is fixed. */
  function end(how: InProcessReport['end'], status?: number) {
    fixed ??= { output, readAt, stderr, end: how, ...(status !== undefined && { status }) }
    return fixed
  }

  function endNow(how: InProcessReport['end'], status?: number): never {
    end(how, status)
    throw stopped
  }

  function fetchLine() {
    const line = lines[readAt.length]
    if (line === undefined) return endNow('waiting')
    readAt.push(output.length)
    pending = `${line}\n`
  }

  const io = {
    /** Gives input to a stream that waits for some, when there is nothing else to do. @returns whether it does. */
    feed: undefined as (() => boolean) | undefined,
    /** The standard streams that the session has asked for. */
    streams: {} as { [name: string]: Readable | Writable },
    /** Writes to standard output: text as UTF-8, or bytes. */
    write(data: string | Uint8Array): void {
      guard()
      output += from(data as string).toString('latin1')
      if (output.length <= outputLimit) return
      output = output.slice(0, outputLimit)
      endNow('flooding')
    },
    writeError(): void {
      guard()
      stderr = true
    },
    /** At most so many bytes of the input that is there; none at the end. */
    read(length: number): Bytes {
      guard()
      if (pending === '' && input === 'interactive') fetchLine()
      const taken = pending.slice(0, length)
      pending = pending.slice(length)
      return taken
    },
    args: (): readonly string[] => (input === 'args' ? lines.map(decoded) : []),
    exit: (status: number): never => endNow('ended', status),
    unsupported,

    open(sent: Lines): void {
      lines = sent
      output = ''
      pending = input === 'stdin' ? sent.map((line) => `${line}\n`).join('') : ''
      readAt = []
      stderr = false
      fixed = undefined
      io.feed = undefined
      io.streams = {}
    },
    end,
    isOver: () => fixed !== undefined,
    stopped,
  }
  return io
}
