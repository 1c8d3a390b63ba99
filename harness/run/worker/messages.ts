import type { Bytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'

/*
 * One character is one byte. The worker receives lines of JSON: its setup, then sources for its file, each before its batches of
 * sessions. It answers each source and each session with a report that begins with the seal, here `3f9c `:
 *
 *     3f9c ended 0 0 9 3 6            how it ended; its exit status; 1 if it wrote to standard error, else 0; the length of
 *     A> B> 1+2                       its output; `readAt`. Its output follows
 *
 * The entry does not know the seal, so whatever it writes there is no report, and ends the run of the worker.
 */

export interface Setup {
  readonly seal: Bytes
  readonly input: Input
  readonly file: Bytes
}

export interface Batch {
  /** Lines with their newlines, for each session. */
  readonly inputs: readonly Bytes[]
  /** Bytes that each session may write. */
  readonly limit: number
}

/**
 * - `waiting`: stopped where it asked for more interactive input
 * - `flooding`: stopped where it had written more than the limit of its batch
 * - `looping`: made no progress and was killed
 * - `crashed`: ended the worker's process
 * - `unsupported`: only a real process can show what happens; all reports before it are void
 */
const ends = ['ended', 'waiting', 'flooding', 'looping', 'crashed', 'unsupported'] as const

export interface WorkerReport {
  readonly output: Bytes
  /** Bytes of output at each line that was given; only with `interactive`. */
  readonly readAt: readonly number[]
  readonly stderr: boolean
  readonly end: (typeof ends)[number]
  readonly status?: number
  /** Why it is `unsupported`; sent in place of the output. */
  readonly why?: string | undefined
}

/** Uses nothing that an entry could have changed. */
export function reportText({ output, readAt, stderr, end, status = 0, why }: WorkerReport): Bytes {
  const content = why ?? output
  let line = `${end} ${status} ${stderr ? 1 : 0} ${content.length}`
  for (let i = 0; i < readAt.length; i++) line += ` ${readAt[i]}`
  return `${line}\n${content}`
}

const reportPattern = new RegExp(`^(${ends.join('|')}) (\\d{1,3}) ([01]) (\\d{1,9})((?: \\d{1,9})*)$`)

/** @returns the complete reports, and the rest of the text; `mismatch` for what is no report, and nothing after it */
export function reportsIn(text: Bytes, seal: Bytes): { reports: readonly WorkerReport[]; rest: Bytes } {
  const reports: WorkerReport[] = []
  for (let at = 0; ; ) {
    const isSealed = seal.startsWith(text.slice(at, at + seal.length))
    const end = text.indexOf('\n', at)
    if (isSealed && end < 0) return { reports, rest: text.slice(at) }
    const words = isSealed ? reportPattern.exec(text.slice(at + seal.length, end)) : null
    if (words === null) return { reports: [...reports, mismatch], rest: '' }
    const next = end + 1 + Number(words[4])
    if (text.length < next) return { reports, rest: text.slice(at) }
    reports.push(reportOf(words, text.slice(end + 1, next)))
    at = next
  }
}

function reportOf([, end, status, stderr, , readAt = '']: RegExpExecArray, content: Bytes): WorkerReport {
  if (end === 'unsupported') return bareReport(end, content)
  return {
    output: content,
    readAt: readAt === '' ? [] : readAt.slice(1).split(' ').map(Number),
    stderr: stderr === '1',
    end: end as WorkerReport['end'],
    ...(end === 'ended' && { status: Number(status) }),
  }
}

/** @param why for `unsupported` only */
export const bareReport = (end: WorkerReport['end'], why?: string): WorkerReport => ({
  output: '',
  readAt: [],
  stderr: false,
  end,
  why,
})

export const mismatch = bareReport('unsupported', 'its sessions and the reports of them do not agree')
