import { inBrackets } from './blocks.ts'
import { type Change, type Edit, put } from './source.ts'
import { bare, putTokens, type Tokens } from './tokens.ts'

/**
 * What white space means in a language. 'free': it separates words. 'lines': a new line ends a statement, too.
 * 'words': the same, and blanks stand around signs. 'indented': the same as 'lines', and the indentation counts.
 */
export type Layout = 'free' | 'lines' | 'words' | 'indented'

const isLine = ({ text }: Tokens, { start, end }: { start: number; end: number }) =>
  text.slice(start, end).includes('\n')

/** Deletes comments and white space without meaning. */
export const shorterGaps =
  (layout: Layout) =>
  (source: Tokens): Change[] => {
    const { text, gaps } = source
    const indents = gaps.map(({ start, end }) => /\n( *)$/.exec(text.slice(start, end))?.[1]?.length ?? 0)
    const step = Math.min(...indents.filter((indent) => indent > 0))
    const edits = gaps.flatMap((gap, i): Edit[] => {
      const isInside = 0 < i && i < gaps.length - 1
      // The line of a directive of C, such as `#include`, must stay a line.
      const isDirective = /(?:^|\n)[ \t]*#\w[^\n]*$/.test(text.slice(0, gap.start)) || text[gap.end] === '#'
      const hasLine = isLine(source, gap) && (layout !== 'free' || isDirective)
      const indent = layout === 'indented' ? ' '.repeat((indents[i] ?? 0) / step) : ''
      const after = !isInside ? '' : hasLine ? `\n${indent}` : layout === 'words' || isDirective ? ' ' : ''
      return gap.end - gap.start > after.length ? [put(gap, after)] : []
    })
    if (layout !== 'indented') return edits.map((edit) => [edit])
    // All lines of a block must have the same depth: one change.
    const lines = edits.filter(({ text }) => text.startsWith('\n'))
    return [
      ...(lines.length > 0 ? [lines] : []),
      ...edits.filter((edit) => !lines.includes(edit)).map((edit) => [edit]),
    ]
  }

/** Deletes any white space, also between a number and a word; in 'words', only beside signs that end a word. */
export const tightGaps =
  (layout: Layout) =>
  (source: Tokens): Change[] => {
    const { tokens, gaps } = source
    const ends = /^(?:[;|&()<>]|&&|\|\||<<|>>)$/
    const isTight = (i: number) =>
      layout !== 'words' || [tokens[i - 1], tokens[i]].some((token) => ends.test(token?.text ?? ''))
    return gaps.flatMap((gap, i): Change[] => {
      const [before, after] = [tokens[i - 1], tokens[i]]
      if (gap.end === gap.start || !isTight(i)) return []
      const isWord = before?.kind === 'number' && after?.kind === 'name'
      return [[isWord ? putTokens(source, i - 1, i + 1, before.text + after.text) : put(gap, '')]]
    })
  }

/** Puts statements of Python on as few lines as possible. */
export const joinedLines = (layout: Layout, pattern: RegExp): ((source: Tokens) => Change[]) =>
  layout === 'indented' ? inBrackets(() => [[]], pattern) : () => []

/** Words and signs before a name that the program itself gives. */
const introduction =
  /^(?:my|sub|def|class|function|local|for|foreach|const|int|char|bool|void|struct|module|let|var|declare|global|as|\$|\*|\|)$/

/** Words that begin a definition whose parameters stand in parentheses, perhaps after a name. */
const definition = /^(?:function|func|def)$/

/** All names; of those longer than a letter, `own` are given by the program itself, and `others` only used. */
function namesIn({ tokens, text: source }: Tokens) {
  const names = new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => bare(text)))
  const given = new Set<string>()
  /** The place of the last name that is introduced: names after commas are, too. */
  let introduced = Number.NaN
  for (const [i, { kind, text, start }] of tokens.entries()) {
    if (kind !== 'name') continue
    const [word = '', mark = '', before = ''] = [i - 3, i - 2, i - 1].map((at) => tokens[at]?.text)
    const after = tokens[i + 1]?.text ?? ''
    const isParameter = before === '(' && (definition.test(word) || definition.test(mark))
    const isNext = before === ',' && introduced === i - 2
    if (introduction.test(before) || isParameter || isNext) introduced = i
    // In brackets, it is the name of an argument.
    const isArgument = /^[(,]$/.test(before) && !/\n\s*$/.test(source.slice(0, start))
    const isAssigned = after === '=>' || (/^[-+*]?=$/.test(after) && !/^[-.]>?$/.test(before) && !isArgument)
    if (introduced === i || text !== bare(text) || isAssigned) given.add(bare(text))
  }
  // By this name, the rewrite that takes a class of Python away finds its object.
  given.delete('self')
  // Python calls `__init__` by its name.
  const long = [...names].filter((name) => name.length > 1 && !name.startsWith('__'))
  return {
    names,
    own: long.filter((name) => given.has(name)),
    others: long.filter((name) => !given.has(name)),
  }
}

/** Takes a letter that is not a name yet, of the same case as a name. */
function freeLetters(names: ReadonlySet<string>) {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !names.has(letter))
  return (name: string) => {
    const at = letters.findIndex((letter) => /[A-Z]/.test(letter) === /^[A-Z]/.test(name))
    return at < 0 ? undefined : letters.splice(at, 1)[0]
  }
}

/** Gives the names of a program one letter each. */
export function ownNames(source: Tokens): Change[] {
  const { names, own } = namesIn(source)
  const letterFor = freeLetters(names)
  return own.flatMap((name) => renaming(source, name, letterFor(name)))
}

/** Gives a letter to a name that looks like one of the language, but may be the program's. */
export function otherNames(source: Tokens): Change[] {
  const { names, others } = namesIn(source)
  return others.flatMap((name) => renaming(source, name, freeLetters(names)(name)))
}

/** Gives a letter to a name that is also a word in a string, as names of fields are. */
export function namesInStrings(source: Tokens): Change[] {
  const { names, own, others } = namesIn(source)
  const strings = source.tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text)
  return [...own, ...others]
    .filter((name) => strings.some((text) => text.match(/\w+/g)?.includes(name)))
    .flatMap((name) => renaming(source, name, freeLetters(names)(name), ''))
}

/**
 * Renames, in strings, too.
 * @param sign what stands before a name in a string (default: a sigil or a brace)
 */
export function renaming(
  { tokens }: Tokens,
  name: string,
  letter: string | undefined,
  sign = '[$@][{#]?|\\{[^{}]*?',
): Change[] {
  if (letter === undefined) return []
  const word = name.replace(/\W/, '\\$&')
  // The name first: to look for the sign at each place of a long string would take quadratic time.
  const inString = new RegExp(`\\b(?=${word}(?!\\w))(?<=${sign})${word}`, 'g')
  const edits = tokens.flatMap(({ kind, text, start, end }): Edit[] => {
    if (kind === 'name' && bare(text) === name) return [put({ start, end }, text.replace(name, letter))]
    if (kind !== 'string') return []
    return [...text.matchAll(inString)].map(({ index }) =>
      put({ start: start + index, end: start + index + name.length }, letter),
    )
  })
  return [edits]
}
