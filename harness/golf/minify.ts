import { type Change, type Edit, put } from './source.ts'
import { bare, halves, type Tokens } from './tokens.ts'

/**
 * Shortens white space and deletes comments. Lines stay lines: all of them begin at the left, and one space is left elsewhere;
 * or each step to the right is one space, and none is left elsewhere.
 */
export function shorterGaps({ text, gaps }: Tokens): Change[] {
  const indents = gaps.map(({ start, end }) => /\n( *)$/.exec(text.slice(start, end))?.[1]?.length ?? 0)
  const step = Math.min(...indents.filter((indent) => indent > 0))
  const shorter = (space: string, indentOf: (i: number) => number) =>
    gaps.flatMap((gap, i): Change[] => {
      const isInside = 0 < i && i < gaps.length - 1
      const isLine = text.slice(gap.start, gap.end).includes('\n')
      const after = !isInside ? '' : isLine ? `\n${' '.repeat(indentOf(i))}` : space
      return gap.end - gap.start > after.length ? [[put(gap, after)]] : []
    })
  return [shorter(' ', () => 0).flat(), ...halves(shorter('', (i) => (indents[i] ?? 0) / step))]
}

/** Deletes the ends of lines, with what stands around them, or puts `;` in their place where nothing else separates the lines. */
export function joinedLines({ text, tokens, gaps }: Tokens): Change[] {
  const separator = (before: string | undefined, after: string | undefined) => {
    if (before === undefined || after === undefined || /^[{}([,;]$/.test(before) || /^[)\]]$/.test(after)) return ''
    return /^(?:do|then|else|<\?(?:php)?)$/.test(before) ? ' ' : ';'
  }
  const lines = [...gaps.entries()].filter(([_, { start, end }]) => text.slice(start, end).includes('\n'))
  return [
    ...halves(lines.map(([_, gap]) => [put(gap, '')])),
    ...halves(lines.map(([i, gap]) => [put(gap, separator(tokens[i - 1]?.text, tokens[i]?.text))])),
  ]
}

/** Words and signs by which programs introduce names of their own. */
const introduction =
  /^(?:my|sub|def|class|function|local|for|foreach|const|int|char|bool|void|struct|module|let|var|declare|global|as|\$|@|\*|\|)$/

/** Gives the names of a program one letter each: its own all at once, or some of them; then each other one alone. */
export function shorterNames(source: Tokens): Change[] {
  const { tokens } = source
  const names = [...new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => bare(text)))]
  const long = names.filter((name) => name.length > 1)
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
    (letter) => !names.includes(letter),
  )
  const isOwn = (name: string) =>
    tokens.some(
      ({ text }, i) =>
        bare(text) === name &&
        (text !== name ||
          introduction.test(tokens[i - 1]?.text ?? '') ||
          (/^[-+*]?=$/.test(tokens[i + 1]?.text ?? '') && !/^[-.]>?$/.test(tokens[i - 1]?.text ?? ''))),
    )
  const own = long.filter(isOwn)
  const letterFor = (name: string, among: string[]) => {
    const at = among.findIndex((letter) => /[A-Z]/.test(letter) === /^[A-Z]/.test(name))
    return at < 0 ? undefined : among.splice(at, 1)[0]
  }
  const renamed = (names: readonly string[]) => {
    const among = [...letters]
    return names.flatMap((name): Change[] => {
      const letter = letterFor(name, among)
      return letter === undefined ? [] : [renaming(source, name, letter)]
    })
  }
  return [...halves(renamed(own)), ...long.filter((name) => !own.includes(name)).flatMap((name) => renamed([name]))]
}

/** Puts a name for another, in strings where a sigil or braces say that it is one. */
function renaming({ tokens }: Tokens, name: string, letter: string): Change {
  const inString = new RegExp(`(?<=[$@][{#]?|\\{[^{}]*?)\\b${name.replace(/\W/, '\\$&')}(?!\\w)`, 'g')
  return tokens.flatMap(({ kind, text, start, end }): Edit[] => {
    if (kind === 'name' && bare(text) === name) return [put({ start, end }, text.replace(name, letter))]
    if (kind !== 'string') return []
    return [...text.matchAll(inString)].map(({ index }) =>
      put({ start: start + index, end: start + index + name.length }, letter),
    )
  })
}
