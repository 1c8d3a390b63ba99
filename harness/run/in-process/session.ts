import { Buffer } from 'node:buffer'
import type { Bytes, Lines } from '../../session/bytes.ts'
import { type End, type InProcessReport, outputLimit, type SessionTerms } from './report.ts'
import type { Answer, Setup } from './wire.ts'

/**
 * The input and output of the session that is run. As soon as its end is certain the end is fixed: from then on whatever
 * the entry asks for throws `stopped`, and nothing it writes counts.
 */
export interface SessionIo {
  /** Writes to standard output, as UTF-8. */
  write(text: string): void
  /** Writes bytes to standard output, one a character. */
  writeBytes(bytes: string): void
  writeError(): void
  /** The next line of input without its newline, `null` at the end; each as bytes. */
  readLine(): string | null
  /** At most so many bytes of input; none at the end. */
  read(length: number): string
  /** All that is left of the input. */
  readAll(): string
  /** The next piece of input as a stream gets it, `null` at the end. */
  readChunk(): string | null
  /** Where a stream waits for input: it is given some when the program has nothing else to do. */
  reader: Reader | undefined
  args(): Lines
  exit(status: number): never
  unsupported(why: string): never
}

/** Who waits for input while other things may happen. */
export interface Reader {
  /** Whether it keeps the process alive. */
  waits(): boolean
  give(): void
}

export interface SessionState extends SessionIo {
  open(lines: Lines, terms: SessionTerms, send?: (answer: Answer) => void): void
  /** From now on there is no session. */
  close(): void
  /** Whether the entry has asked for something when there was no session. */
  readonly isLate: boolean
  /** Fixes the end, unless it is fixed. */
  end(end: End, more?: { status?: number; why?: string }): void
  readonly isOver: boolean
  /** @returns whether an error is the entry's own, and no `stopped` */
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
  const interactive = input === 'interactive'
  let lines: Lines = []
  let terms: SessionTerms = { endsInput: true }
  let send: ((answer: Answer) => void) | undefined
  let output = ''
  let most = 0
  let readAt: number[] = []
  let stderr = false
  let next = 0
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
    if (fixed !== undefined) return
    fixed = { output, readAt, stderr, end, ...more }
    send?.({ fixed })
  }

  function settle(how: End, more?: { status?: number; why?: string }): never {
    end(how, more)
    return stop()
  }

  function writeBytes(bytes: string) {
    guard()
    const some = bytes.length > outputLimit ? bytes.slice(0, outputLimit + 1) : bytes
    output += some
    send?.({ output: some })
    if (output.length < most) return
    if (output.length <= outputLimit) settle('waiting')
    output = output.slice(0, outputLimit)
    settle('flooding')
  }

  /** Brings more input, if there is some. */
  function fetch(): boolean {
    if (input === 'args') return false
    if (interactive && next < lines.length) {
      readAt[readAt.length] = output.length
      send?.({ readAt: output.length })
      pending += `${lines[next++]}\n`
      return true
    }
    if (!interactive && next === 0) {
      next = lines.length + 1
      for (let i = 0; i < lines.length; i++) pending += `${lines[i]}\n`
      if (pending !== '') return true
    }
    if (terms.stopAtEnd || (interactive && !terms.endsInput)) settle('waiting')
    return false
  }

  function take(length: number): string {
    const taken = pending.slice(0, length)
    pending = pending.slice(length)
    return taken
  }

  const io: SessionState = {
    reader: undefined,
    write(text) {
      writeBytes(isAscii(text) ? text : from(text, 'utf8').toString('latin1'))
    },
    writeBytes,
    writeError() {
      guard()
      stderr = true
      send?.({ stderr })
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
      if (pending === '' && !fetch()) return ''
      if (interactive) while (fetch()) {}
      return take(pending.length)
    },
    readChunk() {
      guard()
      if (pending === '') fetch()
      return pending === '' ? null : take(pending.length)
    },
    args: () => lines,
    exit: (status) => settle('ended', { status }),
    unsupported: (why) => settle('unsupported', { why }),
    open(given, agreed, sender) {
      lines = given
      terms = agreed
      send = sender
      output = pending = ''
      readAt = []
      most = Math.min(terms.enough ?? Number.POSITIVE_INFINITY, outputLimit + 1)
      stderr = false
      next = stops = 0
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
