import type { Bytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'

/*
 * The messages between our process and the worker, which runs in the entry's runtime: a line of words, then bytes; numbers in
 * the line say how many. One character is one byte.
 *
 *     interactive 20 1234             the setup: the input; the lengths of the path of the entry's file and of its source,
 *     PATH SOURCE                     which follow, with nothing between them; `patient` may follow the lengths
 *
 *     ready                           the worker's answer; nothing follows it
 *
 *     source 1234                     another source for the same file, which follows; the answer is `ready` or
 *     SOURCE                          `unsupported`, after which the worker waits for yet another source
 *
 *     131072 4 4                      a batch of sessions: the most that each may write; the length of the input of
 *     1\n2\n3\n4\n                    each. The inputs follow: lines with their newlines
 *
 *     ended 0 0 9 3 6                 the report of a session: how it ended; its exit status; 1 if it wrote to standard
 *     A> B> 1+2                       error, else 0; the length of its output; `readAt`. Its output follows
 *
 * The worker reports sessions in order, many in one write, but at least every 20 ms if a session has ended. It reports output;
 * the verdict is formed elsewhere. An entry could forge these messages, so real processes confirm every failure and run samples.
 */

export interface Setup {
  /** The body of a function that does what the entry does. */
  readonly body: Bytes
  readonly input: Input
  readonly file: Bytes
  /** True if a session ends when the event loop is empty, not when the entry's function returns. */
  readonly waitsForEventLoop: boolean
}

export interface Batch {
  /** The input of each session: lines with their newlines. */
  readonly inputs: readonly Bytes[]
  /** The most bytes that each session may write. */
  readonly limit: number
}

/**
 * - `ended`: by itself
 * - `waiting`: stopped where it asked for more interactive input
 * - `flooding`: stopped where it had written more than the limit of its batch
 * - `looping`: made no progress and was killed
 * - `crashed`: ended the worker's process, or used too much memory
 * - `late`: was not over when the entry's function had returned: each must be played until the event loop is empty
 * - `unsupported`: only a real process can show what happens; all reports before it are void
 */
const ends = ['ended', 'waiting', 'flooding', 'looping', 'crashed', 'late', 'unsupported'] as const

export interface WorkerReport {
  readonly output: Bytes
  /**
   * With `interactive`: the length of the output each time the program was given a line. It is output that a reader of its pipe
   * had seen, without what the program kept in a buffer.
   */
  readonly readAt: readonly number[]
  readonly stderr: boolean
  readonly end: (typeof ends)[number]
  readonly status?: number
  /** The reason for `unsupported`, sent in place of the output. */
  readonly why?: string
}

/** What a worker writes. */
export type Message = 'ready' | WorkerReport

export const setupText = ({ input, waitsForEventLoop, file, body }: Setup): Bytes =>
  `${input} ${file.length} ${body.length}${waitsForEventLoop ? ' patient' : ''}\n${file}${body}`

export const sourceText = (body: Bytes): Bytes => `source ${body.length}\n${body}`

export const batchText = ({ inputs, limit }: Batch): Bytes =>
  `${[limit, ...inputs.map(({ length }) => length)].join(' ')}\n${inputs.join('')}`

/** Formats a report. Uses nothing that an entry in JavaScript could have changed. */
export function reportText({ output, readAt, stderr, end, status = 0, why }: WorkerReport): Bytes {
  const content = why ?? output
  let line = `${end} ${status} ${stderr ? 1 : 0} ${content.length}`
  for (let i = 0; i < readAt.length; i++) line += ` ${readAt[i]}`
  return `${line}\n${content}`
}

const reportPattern = new RegExp(`^(${ends.join('|')}) (\\d{1,3}) ([01]) (\\d{1,9})((?: \\d{1,9})*)$`)

/**
 * Finds the messages in what a worker has written.
 * @returns the complete messages, and the rest of the text. A line that is no message gives `mismatch`; everything after it is
 *   dropped
 */
export function messagesIn(text: Bytes): { messages: readonly Message[]; rest: Bytes } {
  const messages: Message[] = []
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    const line = text.slice(at, end)
    if (line === 'ready') messages.push(line)
    else {
      const words = reportPattern.exec(line)
      if (words === null) return { messages: [...messages, mismatch], rest: '' }
      const length = Number(words[4])
      if (text.length <= end + length) break
      messages.push(reportOf(words, text.slice(end + 1, end + 1 + length)))
      end += length
    }
    at = end + 1
  }
  return { messages, rest: text.slice(at) }
}

function reportOf([, end, status, stderr, , readAt = '']: RegExpExecArray, content: Bytes): WorkerReport {
  if (end === 'unsupported') return unsupported(content)
  return {
    output: content,
    readAt: readAt === '' ? [] : readAt.slice(1).split(' ').map(Number),
    stderr: stderr === '1',
    end: end as WorkerReport['end'],
    ...(end === 'ended' && { status: Number(status) }),
  }
}

/** The report of a session whose end is all that is known. */
export const bareReport = (end: WorkerReport['end']): WorkerReport => ({ output: '', readAt: [], stderr: false, end })

export const unsupported = (why: string): WorkerReport => ({ ...bareReport('unsupported'), why })

/** The report if a worker's reports cannot be those of its sessions. */
export const mismatch = unsupported('its sessions and the reports of them do not agree')
