import type { Bytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'

/*
 * The messages between our process and the worker. One character is one byte. The worker receives lines of JSON: its setup, then
 * batches of sessions, or another source for the same file. It answers with `ready` to each source, and with a report to each
 * session, in order, at least every 20 ms if one has ended. Each begins with the seal, here `3f9c `:
 *
 *     3f9c ended 0 0 9 3 6            how it ended; its exit status; 1 if it wrote to standard error, else 0; the length of
 *     A> B> 1+2                       its output; `readAt`. Its output follows
 *
 * The entry does not know the seal, so whatever it writes there is no message, and ends the run of the worker.
 */

export interface Setup {
  readonly seal: Bytes
  readonly source: Bytes
  readonly input: Input
  readonly file: Bytes
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
 * - `unsupported`: only a real process can show what happens; all reports before it are void
 */
const ends = ['ended', 'waiting', 'flooding', 'looping', 'crashed', 'unsupported'] as const

export interface WorkerReport {
  readonly output: Bytes
  /** With `interactive`: the length of the output at each line that was given. */
  readonly readAt: readonly number[]
  readonly stderr: boolean
  readonly end: (typeof ends)[number]
  readonly status?: number
  /** The reason for `unsupported`, sent in place of the output. */
  readonly why?: string
}

/** Uses nothing that an entry could have changed. */
export function reportText({ output, readAt, stderr, end, status = 0, why }: WorkerReport): Bytes {
  const content = why ?? output
  let line = `${end} ${status} ${stderr ? 1 : 0} ${content.length}`
  for (let i = 0; i < readAt.length; i++) line += ` ${readAt[i]}`
  return `${line}\n${content}`
}

const reportPattern = new RegExp(`^(${ends.join('|')}) (\\d{1,3}) ([01]) (\\d{1,9})((?: \\d{1,9})*)$`)

/**
 * Finds the messages in what a worker has written.
 * @returns the complete messages, and the rest of the text. What is no message gives `mismatch`; everything after it is dropped
 */
export function messagesIn(text: Bytes, seal: Bytes): { messages: readonly ('ready' | WorkerReport)[]; rest: Bytes } {
  const messages: ('ready' | WorkerReport)[] = []
  for (let at = 0; ; ) {
    const end = text.indexOf('\n', at)
    const line = end < 0 ? undefined : text.slice(at + seal.length, end)
    const words = line === undefined ? null : reportPattern.exec(line)
    const isMessage = line === undefined || line === 'ready' || words !== null
    // Of the last message, only a part may be there.
    if (!isMessage || !seal.startsWith(text.slice(at, at + seal.length))) messages.push(mismatch)
    if (messages.at(-1) === mismatch) return { messages, rest: '' }
    const next = end + 1 + Number(words?.[4] ?? 0)
    if (line === undefined || text.length < next) return { messages, rest: text.slice(at) }
    messages.push(words === null ? 'ready' : reportOf(words, text.slice(end + 1, next)))
    at = next
  }
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

export const bareReport = (end: WorkerReport['end']): WorkerReport => ({ output: '', readAt: [], stderr: false, end })

export const unsupported = (why: string): WorkerReport => ({ ...bareReport('unsupported'), why })

export const mismatch = unsupported('its sessions and the reports of them do not agree')
