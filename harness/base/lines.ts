import { type Change, createTwoFilesPatch, diffLines, formatPatch } from 'diff'

/** Differing lines that are compared one by one: time and memory grow quadratically. */
const maxEditLength = 1000

/** Splits a text into lines; each has its newline, but perhaps the last. */
export const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Lists equal and differing lines of two texts, in order. If very many differ, all count as differing. */
export const differencesIn = (before: string, after: string): readonly Change[] =>
  diffLines(before, after, { maxEditLength }) ?? [
    { value: before, count: linesIn(before).length, added: false, removed: true },
    { value: after, count: linesIn(after).length, added: true, removed: false },
  ]

export function unifiedDiff(path: string, before: string, after: string): string {
  const [oldHeader, newHeader] = ['recorded', 'now']
  const patch = createTwoFilesPatch(path, path, before, after, oldHeader, newHeader, { context: 3, maxEditLength })
  if (patch !== undefined) return patch
  const [old, now] = [linesIn(before), linesIn(after)]
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => mark + line.replace(/\n$/, ''))
  const lines = [...marked('-', old), ...marked('+', now)]
  const hunk = { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines }
  return formatPatch({ oldFileName: path, newFileName: path, oldHeader, newHeader, hunks: [hunk] })
}
