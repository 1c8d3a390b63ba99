import type { Bytes, Lines } from '../../session/bytes.ts'
import { type Ending, type InProcessReport, isEnding } from './report.ts'

/**
 * Sessions come in an order in which most begin as the one before did. So parent and child tell each other of each only
 * how long that beginning is, and what follows it (front coding), which is sooner written and read. All sessions of a
 * chunk are one flat list, as short arrays and objects take longer than what is in them.
 */

/** For each session the number of lines that it has in common with the one before, then its other lines. */
export type CodedLines = readonly (number | Bytes)[]

export function codeLines(sessions: readonly Lines[]): CodedLines {
  const coded: (number | Bytes)[] = []
  let before: Lines = []
  for (const lines of sessions) {
    let at = sharedItems(lines, before)
    coded.push(at)
    for (; at < lines.length; at++) coded.push(lines[at] as Bytes)
    before = lines
  }
  return coded
}

export function readLines(coded: CodedLines): Bytes[][] {
  const sessions: Bytes[][] = []
  let lines: Bytes[] = []
  for (const item of coded) {
    if (typeof item === 'string') lines.push(item)
    else {
      lines = lines.slice(0, item)
      sessions.push(lines)
    }
  }
  return sessions
}

/**
 * For each report what it says behind what it has in common with the one before, and how much that is; of `readAt` how
 * many it has in common, then the others; and how it ended, unless as the one before did.
 */
export type CodedReports = readonly (Bytes | number | Ending)[]

export function codeReports(reports: readonly InProcessReport[]): CodedReports {
  const coded: (Bytes | number | Ending)[] = []
  let before: InProcessReport | undefined
  for (const report of reports) {
    const { output, readAt } = report
    const shared = sharedBytes(output, before?.output ?? '')
    let at = sharedItems(readAt, before?.readAt ?? [])
    coded.push(output.slice(shared), shared, at)
    for (; at < readAt.length; at++) coded.push(readAt[at] as number)
    if (before === undefined || !endsLike(report, before)) coded.push(endingOf(report))
    before = report
  }
  return coded
}

/** @returns undefined if they cannot be read */
export function readReports(coded: readonly unknown[]): InProcessReport[] | undefined {
  const reports: InProcessReport[] = []
  let output = ''
  let readAt: number[] = []
  let ending: Ending | undefined
  for (let i = 0; i < coded.length; ) {
    const [more, shared, read] = [coded[i], coded[i + 1], coded[i + 2]]
    if (typeof more !== 'string' || typeof shared !== 'number' || typeof read !== 'number') return undefined
    output = output.slice(0, shared) + more
    readAt = readAt.slice(0, read)
    for (i += 3; typeof coded[i] === 'number'; i++) readAt.push(coded[i] as number)
    const next = coded[i]
    if (i < coded.length && typeof next !== 'string') {
      if (!isEnding(next)) return undefined
      ending = next
      i++
    }
    if (ending === undefined) return undefined
    reports.push({ output, readAt, ...ending })
  }
  return reports
}

const endingOf = ({ output: _, readAt: __, ...ending }: InProcessReport): Ending => ending

const endsLike = (one: Ending, other: Ending) =>
  one.end === other.end && one.status === other.status && one.stderr === other.stderr && one.why === other.why

function sharedItems<Item>(some: readonly Item[], others: readonly Item[]): number {
  let count = 0
  while (count < some.length && count < others.length && some[count] === others[count]) count++
  return count
}

/** A number of bytes that two texts begin with: not all, but all but a few, found in a look or two. */
function sharedBytes(some: Bytes, other: Bytes): number {
  const most = Math.min(some.length, other.length)
  for (let rest = 64; rest < most; rest *= 2) {
    if (some.slice(0, most - rest) === other.slice(0, most - rest)) return most - rest
  }
  return 0
}
