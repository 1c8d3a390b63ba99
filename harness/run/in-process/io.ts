import { Buffer } from 'node:buffer'
import type { Bytes, Lines } from '../../session/bytes.ts'
import { outputLimit } from '../limits.ts'
import type { End, InProcessReport, Setup } from './protocol.ts'

/**
 * The input and output of the session that is run. When its end is certain the end is fixed: from then on every request
 * of the entry throws `stopped`, and nothing it writes counts.
 */
export interface SessionIo {
  /** Writes to standard output, as UTF-8. */
  write(text: string): void
  /** Writes bytes to standard output, one a character. */
  writeBytes(bytes: Bytes): void
  writeError(): void
  /** The next line of input without its newline, `null` at the end. */
  readLine(): Bytes | null
  /** At most so many bytes of the input that is there; none at the end. */
  read(length: number): Bytes
  /** All that is left of the input. */
  readAll(): Bytes
  /** Where a stream waits for input: it is given some when the program has nothing else to do. */
  reader: Reader | undefined
  args(): Lines
  exit(status: number): never
  unsupported(why: string): never
}

/** A stream that waits for input while other things may happen. */
export interface Reader {
  /** Whether it keeps the process alive. */
  waits(): boolean
  give(): void
}

/** What the runner does with a session. */
export interface SessionState extends SessionIo {
  open(lines: Lines): void
  /** From now on there is no session. */
  close(): void
  /** Whether the entry has asked for something when there was no session. */
  readonly isLate: boolean
  /** Fixes the end, unless it is fixed. */
  end(end: End, more?: { status?: number; why?: string }): void
  readonly isOver: boolean
  /** @returns whether an error is the entry's own, and not `stopped` */
  isFailure(error: unknown): boolean
  report(): InProcessReport
}

const byteLength = Buffer.byteLength.bind(Buffer)
const from = Buffer.from.bind(Buffer)
const isAscii = (text: string) => byteLength(text) === text.length

/** @returns the text that a program sees where it is given these bytes */
export const decoded = (bytes: Bytes): string => (isAscii(bytes) ? bytes : from(bytes, 'latin1').toString('utf8'))

/** An entry that catches `stopped` and goes on is ended with its process. */
const mostStops = 100

/** @param leave sends what there is to report and ends the process */
export function sessionState({ input }: Setup, leave: () => never): SessionState {
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
  let isLate = false

  function stop(): never {
    if (!isOpen) isLate = true
    else if (++stops > mostStops) leave()
    throw stopped
  }

  const guard = () => {
    if (fixed !== undefined) stop()
  }

  function end(end: End, more?: { status?: number; why?: string }) {
    fixed ??= { output, readAt, stderr, end, ...more }
  }

  function endNow(how: End, more?: { status?: number; why?: string }): never {
    end(how, more)
    return stop()
  }

  /** @returns whether there is more input */
  function fetch(): boolean {
    if (input === 'args') return false
    if (given === lines.length) return input === 'stdin' ? false : endNow('waiting')
    if (input === 'interactive') readAt[readAt.length] = output.length
    do pending += `${lines[given++]}\n`
    while (input === 'stdin' && given < lines.length)
    return true
  }

  function take(length: number): Bytes {
    const taken = pending.slice(0, length)
    pending = pending.slice(length)
    return taken
  }

  const io: SessionState = {
    reader: undefined,
    write(text) {
      io.writeBytes(isAscii(text) ? text : from(text, 'utf8').toString('latin1'))
    },
    writeBytes(bytes) {
      guard()
      output += bytes
      if (output.length <= outputLimit) return
      output = output.slice(0, outputLimit)
      endNow('flooding')
    },
    writeError() {
      guard()
      stderr = true
    },
    readLine() {
      guard()
      let at = pending.indexOf('\n')
      while (at === -1) {
        if (!fetch()) return null
        at = pending.indexOf('\n')
      }
      return take(at + 1).slice(0, -1)
    },
    read(length) {
      guard()
      if (pending === '') fetch()
      return take(length)
    },
    readAll() {
      guard()
      while (fetch()) {}
      return take(pending.length)
    },
    args: () => lines,
    exit: (status) => endNow('ended', { status }),
    unsupported: (why) => endNow('unsupported', { why }),
    open(sent) {
      lines = sent
      output = pending = ''
      readAt = []
      stderr = false
      given = stops = 0
      fixed = io.reader = undefined
      isOpen = true
    },
    close() {
      isOpen = false
      fixed ??= io.report()
    },
    get isLate() {
      return isLate
    },
    end,
    get isOver() {
      return fixed !== undefined
    },
    isFailure: (error) => error !== stopped && fixed === undefined,
    report: () => fixed ?? { output, readAt, stderr, end: 'looping' },
  }
  return io
}
