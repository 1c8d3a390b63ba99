import { setTimeout as sleep } from 'node:timers/promises'
import { activity, end, endMarked, type Program, start } from '../run/process.ts'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'

/** A session of more bytes is none that a person had. */
const outputLimit = 16 * 1024 * 1024

/** A started program, as who plays with it knows it: what it says, and whether it seems to wait for a line. */
export interface Speaker {
  /** What it said since it was last told something. */
  readonly said: Bytes
  readonly stderr: Bytes
  /** How long it has said nothing and was told nothing, in milliseconds. */
  readonly silent: number
  readonly isOver: boolean
  /** How it ended, if it did by itself. */
  readonly status: number | string | undefined
  /** Comes when it is over. */
  readonly over: Promise<void>
  /** Whether it waits for something and has nothing more to say. */
  waits(): Promise<boolean>
  /** Whether it still ran most of the time that it had, or would have if the machine were less busy. */
  isBusy(milliseconds: number): boolean
  /** @param line without its newline, or `null` for the end of input */
  tell(line: Bytes | null): void
  /** Ends it and everything that it started. */
  end(): void
}

export interface Listeners {
  readonly onSaid?: (bytes: Bytes) => void
  readonly onComplaint?: (bytes: Bytes) => void
}

/**
 * Starts a program to play with.
 * @param name what errors call it
 * @throws Unusable, from `over`, if it cannot be started, or speaks without end
 */
export function startSpeaker(program: Program, name: string, { onSaid, onComplaint }: Listeners): Speaker {
  const child = start(program)
  const { pid, stdin, stdout, stderr, mark } = child
  let said: Bytes = ''
  let complaints: Bytes = ''
  let length = 0
  let since = performance.now()
  let status: number | string | undefined
  let isOver = false
  const over = new Promise<void>((resolve, reject) => {
    const fail = (why: string) => {
      isOver = true
      reject(new Unusable(name, why))
    }
    stdout.setEncoding('latin1')
    stdout.on('data', (bytes: Bytes) => {
      since = performance.now()
      said += bytes
      length += bytes.length
      if (length > outputLimit) fail(`said more than ${outputLimit} bytes`)
      else onSaid?.(bytes)
    })
    stderr.setEncoding('latin1')
    stderr.on('data', (bytes: Bytes) => {
      complaints = (complaints + bytes).slice(-outputLimit)
      onComplaint?.(bytes)
    })
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
    child.on('error', (error) => fail(`cannot be started (${error.code ?? error.message})`))
    child.on('exit', (code, signal) => {
      status = code ?? signal ?? undefined
      // What it leaves behind may hold its output open, in its group or out of it.
      end(child)
      setTimeout(() => endMarked(mark), 50).unref()
    })
    child.on('close', () => {
      isOver = true
      resolve()
    })
  })
  over.catch(() => {})

  return {
    get said() {
      return said
    },
    get stderr() {
      return complaints
    },
    get silent() {
      return performance.now() - since
    },
    get isOver() {
      return isOver
    },
    get status() {
      return status
    },
    over,
    async waits() {
      const before = length
      const waiting = pid === undefined || activity(pid)?.waits !== false
      // What was said in the meantime is read now.
      await sleep(1)
      return waiting && !isOver && length === before
    },
    isBusy(milliseconds) {
      const used = pid === undefined ? undefined : activity(pid)
      return used !== undefined && !used.waits && used.milliseconds < milliseconds
    },
    tell(line) {
      said = ''
      since = performance.now()
      if (line === null) stdin.end()
      else stdin.write(`${line}\n`, 'latin1')
    },
    end() {
      end(child)
      endMarked(mark)
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
    },
  }
}
