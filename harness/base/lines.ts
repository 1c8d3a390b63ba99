import { createTwoFilesPatch, diffLines, formatPatch } from 'diff'

/** Consecutive lines of both texts, or of one only. */
interface Part {
  readonly value: string
  readonly count: number
  /** In the new text only. */
  readonly added: boolean
  /** In the old text only. */
  readonly removed: boolean
}

/**
 * The most differing lines that are compared one by one: time and memory grow quadratically. With more, everything between
 * the equal lines at both ends is one difference.
 */
const mostEdits = 1000

/** Equal lines around a difference in a patch. */
const context = 3

/** Each line with its newline, if it has one. */
export const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** The number of equal lines at the start of both texts. */
export function commonLines(before: readonly string[], after: readonly string[]): number {
  const differing = before.findIndex((line, index) => line !== after[index])
  return differing === -1 ? before.length : differing
}

/** The equal and the differing lines of two texts, in order. */
export const differencesIn = (before: string, after: string): readonly Part[] =>
  diffLines(before, after, { maxEditLength: mostEdits }) ?? roughly(before, after).filter(({ count }) => count > 0)

/** The differences of two texts of a file as a unified diff. */
export function patchOf(path: string, before: string, after: string): string {
  const headers = ['recorded', 'now'] as const
  return (
    createTwoFilesPatch(path, path, before, after, ...headers, { context, maxEditLength: mostEdits }) ??
    patchOfAll(path, before, after, headers)
  )
}

/** Splits two texts into the equal lines at both ends, and one difference between. */
function roughly(before: string, after: string): [same: Part, removed: Part, added: Part, rest: Part] {
  const [old, now] = [linesIn(before), linesIn(after)]
  const same = commonLines(old, now)
  const rest = commonLines(old.slice(same).reverse(), now.slice(same).reverse())
  const part = (lines: readonly string[], added: boolean, removed: boolean) => ({
    value: lines.join(''),
    count: lines.length,
    added,
    removed,
  })
  return [
    part(old.slice(0, same), false, false),
    part(old.slice(same, old.length - rest), false, true),
    part(now.slice(same, now.length - rest), true, false),
    part(old.slice(old.length - rest), false, false),
  ]
}

/** The patch if a comparison line by line would take too long: one hunk, with all that differs. */
function patchOfAll(path: string, before: string, after: string, [oldHeader, newHeader]: readonly [string, string]) {
  const [same, removed, added, rest] = roughly(before, after)
  const above = linesIn(same.value).slice(-context)
  const below = linesIn(rest.value).slice(0, context)
  const start = same.count - above.length + 1
  const around = above.length + below.length
  const marked = (mark: string, lines: readonly string[]) =>
    lines.flatMap((line) =>
      line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'],
    )
  const hunk = {
    oldStart: start,
    oldLines: around + removed.count,
    newStart: start,
    newLines: around + added.count,
    lines: [
      ...marked(' ', above),
      ...marked('-', linesIn(removed.value)),
      ...marked('+', linesIn(added.value)),
      ...marked(' ', below),
    ],
  }
  return formatPatch({ oldFileName: path, newFileName: path, oldHeader, newHeader, hunks: [hunk] })
}
