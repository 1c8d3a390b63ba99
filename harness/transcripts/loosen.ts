import type { Variation } from '../../reference/game.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import type { Expected } from '../session/session.ts'
import { placesIn, type VaryingPattern } from './varies.ts'

export const compares = ['exact', 'trailing-space', 'whitespace'] as const
export type Compare = (typeof compares)[number]

/** Match the places where white space may differ. The group `end` counts only at the end of the recording. */
const separators = {
  exact: /(?!)/g,
  'trailing-space': /(?<![ \t])[ \t]*(?:\n|(?<end>$))/g,
  whitespace: /^[ \t\r\n]*|[ \t\r\n]+|(?<end>$)/g,
}

export interface Looseness {
  readonly compare?: Compare | undefined
  readonly varies?: readonly VaryingPattern[] | undefined
}

/**
 * The outputs that count as equal to a recorded one.
 * With `whitespace`, `a  b\n` has two spans, `  ` and `\n`. A match of `varies` is a place; no span lies in it.
 * @param last true if the recording ends with it; false if an answer follows on the same line
 */
export function loosen(recorded: Bytes, { compare = 'exact', varies = [] }: Looseness, last: boolean): Expected {
  const places = placesIn(recorded, varies)
  let next = 0
  // Both spans and places are in order.
  const isFree = (from: number, to: number) => {
    while ((places[next]?.end ?? Infinity) <= from) next++
    return (places[next]?.start ?? Infinity) >= to
  }
  const spans = [...recorded.matchAll(separators[compare])].flatMap(({ 0: run, index, groups }) => {
    const end = index + run.length
    if ((groups?.end !== undefined && !last) || !isFree(index, end)) return []
    const isEdge = index === 0 || (last && end === recorded.length)
    const parts = compare === 'trailing-space' ? loosenTrailingSpace(run) : loosenWhitespace(run, isEdge)
    return [{ start: index, end, parts }]
  })
  const all = [...spans, ...places.map(({ varying, ...place }) => ({ ...place, parts: [varying] }))]
  if (all.length === 0) return toText(recorded)
  let offset = 0
  const text = all
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end, parts }) => {
      const before = toText(recorded.slice(offset, start))
      offset = end
      return [before, ...parts]
    })
  return [...text, toText(recorded.slice(offset))]
}

const loosenTrailingSpace = (run: Bytes) =>
  run.endsWith('\n') ? [spaces('*', run.slice(0, -1), ' \t'), '\n'] : [spaces('*', run, ' \t')]

/** A run of white space counts as one space; one with a line end, as one line end: blank lines do not count. */
function loosenWhitespace(run: Bytes, isEdge: boolean) {
  if (isEdge) return [spaces('*', run, ' \t\r\n')]
  const newline = run.indexOf('\n')
  if (newline === -1) return [spaces('+', run, ' \t')]
  return [spaces('*', run.slice(0, newline), ' \t\r'), '\n', spaces('*', run.slice(newline + 1), ' \t\r\n')]
}

const spaces = (times: '*' | '+', exact: string, characters: string): Variation => ({
  name: 'white-space',
  oneOf: [...characters],
  times,
  exact,
})
