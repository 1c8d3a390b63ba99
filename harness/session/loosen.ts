import type { Text, Variation } from '../../reference/game.ts'
import { type Bytes, toText } from './bytes.ts'

/** How a program's output is compared with a recorded one. */
export const compares = ['exact', 'trailing-space', 'whitespace'] as const
export type Compare = (typeof compares)[number]

/**
 * The texts that count as equal to a recorded one.
 * @param last whether the recording ends with it; otherwise an answer follows it on the same line
 */
export function loosen(recorded: Bytes, compare: Compare, last: boolean): Text {
  if (compare === 'exact') return toText(recorded)
  return compare === 'trailing-space' ? loosenTrailingSpace(recorded, last) : loosenWhitespace(recorded, last)
}

/** Spaces at line ends do not count. */
function loosenTrailingSpace(recorded: Bytes, last: boolean): Text {
  const [, lines = '', after = ''] = (last ? /^(.*?)([ \t]*)$/s : /^(.*)()$/s).exec(recorded) ?? []
  const spaces = (spaces: string) => free('*', spaces, ' \t')
  return [...pieces(lines, /([ \t]*\n)/, (end) => [spaces(end.slice(0, -1)), '\n']), ...(last ? [spaces(after)] : [])]
}

/** Runs of white space are one space; those with a line end in them are one line end, so blank lines do not count. */
function loosenWhitespace(recorded: Bytes, last: boolean): Text {
  const [, before = '', middle = '', after = ''] = /^([ \t\r\n]*)(.*?)([ \t\r\n]*)$/s.exec(recorded) ?? []
  const run = (run: string) => {
    const newline = run.indexOf('\n')
    if (newline === -1) return [free('+', run, ' \t')]
    return [free('*', run.slice(0, newline), ' \t\r'), '\n', free('*', run.slice(newline + 1), ' \t\r\n')]
  }
  return [
    free('*', before, ' \t\r\n'),
    ...pieces(middle, /([ \t\r\n]+)/, run),
    ...(last ? [free('*', after, ' \t\r\n')] : after === '' ? [] : run(after)),
  ]
}

const free = (times: '*' | '+', exact: string, characters: string): Variation => ({
  name: 'white-space',
  oneOf: [...characters],
  times,
  exact,
})

/** @param separator has one group around all of it, so that splitting keeps it */
function pieces(text: Bytes, separator: RegExp, loose: (separator: string) => (string | Variation)[]) {
  return text.split(separator).flatMap((piece, index) => (index % 2 === 0 ? [toText(piece)] : loose(piece)))
}
