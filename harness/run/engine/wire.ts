import { type CodedLines, type CodedReports, readReports } from './front-coding.ts'
import { type EngineReport, isEnding, type SessionTerms } from './report.ts'

/**
 * Parent and child send each other lines of JSON, one byte a character. The child is trusted as little as the entry that
 * it runs: what does not read as below is not heard.
 */

/** The first line that a child is sent. */
export interface Setup {
  readonly entry: Prepared
  readonly input: 'interactive' | 'stdin' | 'args'
  readonly milliseconds: number
}

/** An entry as the child compiles it. */
export interface Prepared {
  readonly runtime: 'node' | 'bun'
  /** Evaluates to the entry's function. */
  readonly plain: string
  /** Evaluates to a function that makes the entry's function; implicit globals are its variables. Absent: it has none. */
  readonly local?: string
  /** Whether the entry is a CommonJS script; otherwise it is a module. */
  readonly script: boolean
}

/** Every further line. */
export interface Chunk {
  readonly terms: SessionTerms
  readonly sessions: CodedLines
  /** Whether to tell at once what is heard. Such a chunk has one session. */
  readonly eager: boolean
}

/**
 * What the child says: that it is there; how the sessions of a chunk went; and, of an eager one, every piece as it
 * comes, as the child may not live to tell the whole.
 */
export type Answer<Reports = CodedReports> =
  | { readonly ready: true }
  | { readonly reports: Reports }
  | { readonly fixed: EngineReport }
  | { readonly said: string }
  | { readonly heardAt: number }
  | { readonly stderr: true }

/** A message to the child: one line, one byte a character. */
export const writeLine = (message: Setup | Chunk): string =>
  `${JSON.stringify(message).replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** @returns undefined if the line is no answer */
export function readAnswer(line: string): Answer<EngineReport[]> | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { ready, reports, fixed, said, heardAt, stderr } = value as Record<string, unknown>
  if (Array.isArray(reports)) {
    const read = readReports(reports)
    return read && { reports: read }
  }
  if (isReport(fixed)) return { fixed }
  if (typeof said === 'string') return { said }
  if (typeof heardAt === 'number') return { heardAt }
  if (stderr === true) return { stderr }
  return ready === true ? { ready } : undefined
}

function isReport(value: unknown): value is EngineReport {
  if (typeof value !== 'object' || value === null) return false
  const { said, heardAt } = value as Record<string, unknown>
  const heard = Array.isArray(heardAt) && heardAt.every((at) => typeof at === 'number')
  return typeof said === 'string' && heard && isEnding(value)
}
