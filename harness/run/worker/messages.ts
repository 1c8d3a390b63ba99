import * as v from 'valibot'
import type { Bytes, Lines } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'

/*
 * Our process and the worker, which runs in the entry's runtime, send each other lines, mostly of JSON, one byte a
 * character. The worker is sent its setup, says `ready`, and is sent lists of sessions from then on; it reports them in
 * order, many in a line. It reports output; the verdict is formed elsewhere. An entry could forge these lines, so real
 * processes confirm every failure and run samples.
 */

export interface Setup {
  /** The source of the entry; of JavaScript, the body of a function that does what the entry does. */
  readonly body: Bytes
  readonly input: Input
  readonly file: Bytes
  /** Set if a session is over only when the event loop has nothing left to do, and not when its function returns. */
  readonly isPatient: boolean
}

/** Sessions to play, one after the other. */
export interface Batch {
  /** The lines of each, without their newlines. */
  readonly sessions: readonly Lines[]
  /** The most that each may write, in bytes. */
  readonly limit: number
}

const report = v.object({
  output: v.string(),
  /** `interactive`: how much output there was when the program asked for each line that it was given. */
  readAt: v.array(v.number()),
  /** Set if it wrote to standard error. */
  stderr: v.boolean(),
  /**
   * - `ended`: by itself
   * - `waiting`: stopped where it asked for more interactive input
   * - `flooding`: wrote more than the limit of its batch
   * - `looping`: made no progress and was killed
   * - `crashed`: ended the worker's process, or used too much memory
   * - `late`: did something when the next one had begun: patience is needed
   * - `unsupported`: only a real process can show what happens
   */
  end: v.picklist(['ended', 'waiting', 'flooding', 'looping', 'crashed', 'late', 'unsupported']),
  /** The exit status of a program that ended. */
  status: v.exactOptional(v.number()),
  /** The reason for `unsupported`. */
  why: v.exactOptional(v.string()),
})
export type WorkerReport = v.InferOutput<typeof report>
const reportsSchema = v.pipe(v.array(report), v.nonEmpty())

/** The reports in a line of the worker; a line that none of ours has written is no sign of what its sessions did. */
export function reportsIn(line: string): readonly WorkerReport[] {
  try {
    return v.parse(reportsSchema, JSON.parse(line))
  } catch {
    return disagreement
  }
}

/** The report of a session of which nothing but its end is known. */
export const endingBy = (end: WorkerReport['end']): WorkerReport => ({ output: '', readAt: [], stderr: false, end })

/** The report if the entry cannot be run in one process. */
export const unsupported = (why: string): readonly WorkerReport[] => [{ ...endingBy('unsupported'), why }]
export const disagreement = unsupported('its sessions and the reports of them do not agree')
