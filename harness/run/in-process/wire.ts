import type { Lines } from '../../session/bytes.ts'
import type { Prepared } from './prepare.ts'
import { type InProcessReport, isEnding, type SessionTerms } from './report.ts'

/**
 * Parent and child send each other lines of JSON, one byte a character. The child is trusted as little as the entry that
 * it runs: what does not read as below ends it.
 */

/** The first line that a child is sent. */
export interface Setup {
  readonly entry: Prepared
  readonly runtime: 'node' | 'bun'
  readonly input: 'interactive' | 'stdin' | 'args'
  readonly file: string
}

/** Every further line. */
export interface Chunk {
  readonly terms: SessionTerms
  readonly sessions: readonly Lines[]
  /** Whether output is sent at once, as the child may not live to report the whole. Such a chunk has one session. */
  readonly eager: boolean
}

/**
 * What the child sends: that it is ready; the reports of a chunk, the `last` if it has to be started again for others;
 * and, of an eager chunk, each piece as it comes.
 */
export type Answer =
  | { readonly ready: true }
  | { readonly reports: readonly InProcessReport[]; readonly last?: boolean }
  | { readonly fixed: InProcessReport }
  | { readonly output: string }
  | { readonly readAt: number }
  | { readonly stderr: true }

/** A message to the child: one line, one byte a character. */
export const writeLine = (message: Setup | Chunk): string =>
  `${JSON.stringify(message).replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** @returns undefined if the line is no answer */
export function readAnswer(line: string): Answer | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { ready, reports, last, fixed, output, readAt, stderr } = value as Record<string, unknown>
  if (Array.isArray(reports)) return reports.every(isReport) ? { reports, last: last === true } : undefined
  if (isReport(fixed)) return { fixed }
  if (typeof output === 'string') return { output }
  if (typeof readAt === 'number') return { readAt }
  if (stderr === true) return { stderr }
  return ready === true ? { ready } : undefined
}

function isReport(value: unknown): value is InProcessReport {
  if (!isEnding(value)) return false
  const { output, readAt } = value as { output?: unknown; readAt?: unknown }
  return typeof output === 'string' && Array.isArray(readAt) && readAt.every((at) => typeof at === 'number')
}
