/** Changes to a source text, so that what is not changed stays as its author wrote it. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Of insertions at one place the lower goes first. */
  readonly order?: number
}

/** The order of what closes something that was opened at `start`: the inner before the outer, all before 1. */
export const closing = (start: number): number => 1 / (start + 2)

export function edited(source: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || (a.order ?? 0) - (b.order ?? 0))
  let text = ''
  let at = 0
  for (const edit of sorted) {
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + source.slice(at)
}
