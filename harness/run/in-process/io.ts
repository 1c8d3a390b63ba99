import { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'
import type { Bytes, Lines } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import { outputLimit } from '../limits.ts'
import type { End, InProcessReport } from './worker.ts'

/** A stream that waits for input while other things may happen. */
export interface Reader {
  /** Whether it keeps the process alive. */
  waits(): boolean
  give(): void
}

/** A length: all the input that is there. */
export const everything = Number.POSITIVE_INFINITY

const from = Buffer.from.bind(Buffer)

/** @returns the text that a program sees where it is given these bytes */
export const decoded = (bytes: Bytes): string => from(bytes, 'latin1').toString('utf8')

/** How often an entry may catch `stopped` and go on. */
const mostStops = 100

/** What a session that is over has left behind. */
export const leftover = 'it leaves a timer or a promise behind'

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
  /** How many lines were given. */
  let given = 0
  let pending = ''
  let stops = 0
  let fixed: InProcessReport | undefined
  let isOpen = false

  function stop(): never {
    if (!isOpen) unsupported(leftover)
    if (++stops > mostStops) unsupported('it catches what ends it')
    throw stopped
  }

  function guard() {
    if (fixed !== undefined) stop()
  }

  function end(how: End, status?: number) {
    fixed ??= { output, readAt, stderr, end: how, ...(status !== undefined && { status }) }
  }

  function endNow(how: End, status?: number): never {
    end(how, status)
    return stop()
  }

  function fetchLine() {
    if (given === lines.length) endNow('waiting')
    readAt.push(output.length)
    pending = `${lines[given++]}\n`
  }

  const io = {
    /** Where a stream waits for input: it is given some when the program has nothing else to do. */
    reader: undefined as Reader | undefined,
    /** The standard streams that the session has asked for. */
    streams: {} as { [name: string]: Duplex },
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
      given = 0
      stops = 0
      fixed = undefined
      io.reader = undefined
      io.streams = {}
      isOpen = true
    },
    /** From now on there is no session. */
    close(): InProcessReport {
      isOpen = false
      end('ended', 0)
      return fixed as InProcessReport
    },
    /** Fixes the end, unless it is fixed. */
    end,
    isOver: () => fixed !== undefined,
    stopped,
  }
  return io
}
