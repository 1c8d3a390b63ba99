import { type Change, createTwoFilesPatch, diffLines, formatPatch } from 'diff'

/**
 * The most differing lines that are compared one by one: time and memory grow quadratically. With more, everything between
 * the equal lines at both ends is one difference.
 */
const maxEdits = 1000

/** Each line with its newline, if it has one. */
export const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** The number of equal lines at the start of both texts. */
export function commonLines(before: readonly string[], after: readonly string[]): number {
  const differing = before.findIndex((line, index) => line !== after[index])
  return differing === -1 ? before.length : differing
}

/** The equal and the differing lines of two texts, in order. */
export const differencesIn = (before: string, after: string): readonly Change[] =>
  diffLines(before, after, { maxEditLength: maxEdits }) ?? roughly(before, after).filter(({ count }) => count > 0)

/** The differences of two texts of a file as a unified diff. */
export function patchOf(path: string, before: string, after: string): string {
  const headers = ['recorded', 'now'] as const
  return (
    createTwoFilesPatch(path, path, before, after, ...headers, { context: 3, maxEditLength: maxEdits }) ??
    patchOfAll(path, before, after, headers)
  )
}

/** Splits two texts into the equal lines at both ends, and one difference between. */
function roughly(before: string, after: string): [same: Change, removed: Change, added: Change, rest: Change] {
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
  const [{ count }, removed, added] = roughly(before, after)
  const marked = (mark: string, { value }: Change) => linesIn(value).map((line) => mark + line.replace(/\n$/, ''))
  const hunk = {
    oldStart: count + 1,
    oldLines: removed.count,
    newStart: count + 1,
    newLines: added.count,
    lines: [...marked('-', removed), ...marked('+', added)],
  }
  return formatPatch({ oldFileName: path, newFileName: path, oldHeader, newHeader, hunks: [hunk] })
}
