import { type Change, type Edit, put } from './source.ts'
import { bare, type Tokens } from './tokens.ts'

/**
 * What white space means in a language: in 'free' ones it keeps words apart; in others lines end statements, and in those with
 * 'words' blanks stand around signs, too; in 'indented' ones the depth of a line counts.
 */
export type Layout = 'free' | 'lines' | 'words' | 'indented'

const isLine = ({ text }: Tokens, { start, end }: { start: number; end: number }) =>
  text.slice(start, end).includes('\n')

/** Deletes comments, and white space that means nothing. */
export const shorterGaps =
  (layout: Layout) =>
  (source: Tokens): Change[] => {
    const { text, gaps } = source
    const indents = gaps.map(({ start, end }) => /\n( *)$/.exec(text.slice(start, end))?.[1]?.length ?? 0)
    const step = Math.min(...indents.filter((indent) => indent > 0))
    const edits = gaps.flatMap((gap, i): Edit[] => {
      const isInside = 0 < i && i < gaps.length - 1
      const isDirective = /(?:^|\n)[ \t]*#\w[^\n]*$/.test(text.slice(0, gap.start)) || text[gap.end] === '#'
      const hasLine = isLine(source, gap) && (layout !== 'free' || isDirective)
      const indent = layout === 'indented' ? ' '.repeat((indents[i] ?? 0) / step) : ''
      const after = !isInside ? '' : hasLine ? `\n${indent}` : layout === 'words' || isDirective ? ' ' : ''
      return gap.end - gap.start > after.length ? [put(gap, after)] : []
    })
    if (layout !== 'indented') return edits.map((edit) => [edit])
    // Lines of one block are as deep as each other.
    const lines = edits.filter(({ text }) => text.startsWith('\n'))
    return [
      ...(lines.length > 0 ? [lines] : []),
      ...edits.filter((edit) => !lines.includes(edit)).map((edit) => [edit]),
    ]
  }

/** Deletes white space wherever there is some; between words only beside signs that end a word. */
export const tightGaps =
  (layout: Layout) =>
  ({ tokens, gaps }: Tokens): Change[] => {
    const ends = /^(?:[;|&()<>]|&&|\|\||<<|>>)$/
    const isTight = (i: number) =>
      layout !== 'words' || [tokens[i - 1], tokens[i]].some((token) => ends.test(token?.text ?? ''))
    return gaps.flatMap((gap, i) => (gap.end > gap.start && isTight(i) ? [[put(gap, '')]] : []))
  }

/** Puts lines behind others: behind the head of their block, or with `;` behind the line before, where a depth goes. */
export const joinedLines =
  (layout: Layout) =>
  (source: Tokens): Change[] => {
    const { tokens, gaps } = source
    if (layout !== 'indented') return []
    return gaps.flatMap((gap, i): Change[] => {
      const [before, after] = [tokens[i - 1]?.text ?? '', tokens[i]?.text ?? '']
      if (!isLine(source, gap) || /^(?:for|while|if|elif|else|try|except|finally|with|def|class)$/.test(after))
        return []
      return [[put(gap, before === ':' ? '' : ';')]]
    })
  }

/** Words and signs by which programs introduce names of their own. */
const introduction =
  /^(?:my|sub|def|class|function|local|for|foreach|const|int|char|bool|void|struct|module|let|var|declare|global|as|\$|@|\*|\|)$/

/** The names that a program gives, and those that it only uses, longer than a letter. */
function namesIn({ tokens, text: source }: Tokens) {
  const names = new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => bare(text)))
  const given = new Set(
    tokens
      .filter(({ kind, text, start }, i) => {
        const [before = '', after = ''] = [tokens[i - 1]?.text, tokens[i + 1]?.text]
        if (kind !== 'name' || text !== bare(text) || introduction.test(before)) return kind === 'name'
        // In brackets, it is the name of an argument.
        const isArgument = /^[(,]$/.test(before) && !/\n\s*$/.test(source.slice(0, start))
        return after === '=>' || (/^[-+*]?=$/.test(after) && !/^[-.]>?$/.test(before) && !isArgument)
      })
      .map(({ text }) => bare(text)),
  )
  const long = [...names].filter((name) => name.length > 1)
  return {
    names,
    own: long.filter((name) => given.has(name)),
    others: long.filter((name) => !given.has(name)),
  }
}

/** Letters that are no names yet, to be taken one by one. */
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

/** Gives each name that seems to be of the language a letter: it may be the program's, too. */
export function otherNames(source: Tokens): Change[] {
  const { names, others } = namesIn(source)
  return others.flatMap((name) => renaming(source, name, freeLetters(names)(name)))
}

/** Gives a letter to each name that is also a word of a string: what fields are called, or variables that are asked for. */
export function namesInStrings(source: Tokens): Change[] {
  const { names, own, others } = namesIn(source)
  const strings = source.tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text)
  return [...own, ...others]
    .filter((name) => strings.some((text) => text.match(/\w+/g)?.includes(name)))
    .flatMap((name) => renaming(source, name, freeLetters(names)(name), ''))
}

/**
 * Puts a name for another, also in strings.
 * @param sign what stands before it there (default: a sigil or braces say that it is one)
 */
function renaming(
  { tokens }: Tokens,
  name: string,
  letter: string | undefined,
  sign = '[$@][{#]?|\\{[^{}]*?',
): Change[] {
  if (letter === undefined) return []
  const inString = new RegExp(`(?<=${sign})\\b${name.replace(/\W/, '\\$&')}(?!\\w)`, 'g')
  const edits = tokens.flatMap(({ kind, text, start, end }): Edit[] => {
    if (kind === 'name' && bare(text) === name) return [put({ start, end }, text.replace(name, letter))]
    if (kind !== 'string') return []
    return [...text.matchAll(inString)].map(({ index }) =>
      put({ start: start + index, end: start + index + name.length }, letter),
    )
  })
  return [edits]
}
