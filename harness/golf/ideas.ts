import { renaming } from './minify.ts'
import { type Change, put } from './source.ts'
import { bare, closingOf, putTokens, type Token, type Tokens, textBetween } from './tokens.ts'

/** Texts that may stand between the parts of a constant. */
const separators = ['', ' ', '  ', ',', '\n', '\\n']

/** Puts another separator into a constant: there alone, and also into other strings that contain the old one. */
export const otherSeparators = ({ tokens }: Tokens): Change[] => {
  const strings = tokens.filter(({ kind }) => kind === 'string')
  return strings.flatMap((constant) => {
    const known = [...new Set(constant.text.match(/(?:\\n|[\s,;_-])+/g) ?? [])]
    return known.flatMap((old) =>
      separators.flatMap((separator): Change[] => {
        if (separator === old) return []
        const replaced = (token: Token) => put(token, token.text.replaceAll(old, separator))
        const readers = strings.filter((other) => other !== constant && other.text.includes(old))
        return [
          [replaced(constant)],
          [replaced(constant), ...readers.map(replaced)],
          ...readers.map((reader) => [replaced(constant), replaced(reader)]),
        ]
      }),
    )
  })
}

/** Writes a digit for a string that stands in several places: it may only be compared. */
export const stringsAsDigits = ({ tokens }: Tokens): Change[] => {
  const strings = tokens.filter(({ kind, text }) => kind === 'string' && text.length > 3)
  return [...new Set(strings.map(({ text }) => text))].flatMap((text): Change[] => {
    const uses = strings.filter((string) => string.text === text)
    return uses.length < 2 ? [] : ['1', '2', '0'].map((digit) => uses.map((use) => put(use, digit)))
  })
}

/** Swaps the operands of an operator, which may save a space. */
export const swaps = (source: Tokens): Change[] =>
  source.tokens.flatMap((sign, at): Change[] => {
    const [left, right] = [source.tokens[at - 1], source.tokens[at + 1]]
    if (left === undefined || right === undefined || !/^(?:[=!]=|eq|ne|and|or|[-+*|&^]|&&|\|\|)$/.test(sign.text))
      return []
    const range = { start: source.gaps[at - 1]?.start ?? 0, end: source.gaps[at + 2]?.end ?? 0 }
    return [[put(range, right.text + sign.text + left.text)]]
  })

/** The most tokens of a call that is given a name. */
const longestCall = 6

/** Gives a shorter name, at the start of the program, to what is used several times: `print`, `io.write` or `range(3)`. */
export const namedOnce = (source: Tokens): Change[] => {
  const { tokens } = source
  const letter = [...'PQRSTUVWXYZabcdefghijklmno'].find((letter) => tokens.every(({ text }) => text !== letter))
  if (letter === undefined) return []
  const uses = tokens.flatMap(({ kind }, from) => {
    if (kind !== 'name' || tokens[from - 1]?.text === '.') return []
    const isMember = tokens[from + 1]?.text === '.' && tokens[from + 2]?.kind === 'name'
    const close = closingOf(tokens, from + 1)
    const isCall = close !== undefined && close - from < longestCall && tokens[from + 1]?.text === '('
    return [from + 1, ...(isMember ? [from + 3] : []), ...(isCall ? [close + 1] : [])].map((to) => ({
      from,
      to,
      text: textBetween(source, from, to),
    }))
  })
  return [...new Set(uses.map(({ text }) => text))].flatMap((name): Change[] => {
    const places = uses.filter(({ text }) => text === name)
    if (name.length < 4 || places.length < 2) return []
    const edits = places.map(({ from, to }) => putTokens(source, from, to, letter))
    return [[put({ start: 0, end: 0 }, `${letter}=${name}\n`), ...edits]]
  })
}

/**
 * How to write a list of words as one text: `« »` stands for the words, `«,»` for their letters with commas between,
 * `«»` for the words without blanks, and `...` for as many dots as a word has letters.
 */
export interface WordLists {
  readonly texts: readonly string[]
  /** Code that reads an item of the list, and what replaces it. */
  readonly uses?: readonly (readonly [RegExp, string])[]
}

const item = `"\\w+"|'\\w+'|[[({]\\s*\\d(?:\\s*,\\s*\\d)+\\s*[\\])}]`
const list = new RegExp(`[[({]\\s*(?:${item})(?:\\s*,\\s*(?:${item})){3,}\\s*,?\\s*[\\])}]`, 'g')

/** Makes one text of a list of words, or of lists of digits, all of the same length. */
export const listsAsTexts =
  ({ texts, uses = [] }: WordLists) =>
  ({ text }: Tokens): Change[] =>
    [...text.matchAll(list)].flatMap(({ 0: found, index: start }) => {
      const words = (found.match(new RegExp(item, 'g')) ?? []).map((word) => word.replace(/\W/g, ''))
      if (words.some(({ length }) => length !== words[0]?.length)) return []
      const end = start + found.length
      const others = uses.flatMap(([before, after]) =>
        [...text.matchAll(new RegExp(before, 'g'))]
          .filter(({ index }) => index < start || index >= end)
          .map((use) => put({ start: use.index, end: use.index + use[0].length }, use[0].replace(before, after))),
      )
      return texts.flatMap((template): Change[] => {
        const whole = template.replace('« »', words.join(' ')).replace('«,»', [...words.join('')].join())
        const size = '.'.repeat(words[0]?.length ?? 0)
        const one = put({ start, end }, whole.replace('«»', words.join('')).replace('...', size))
        return others.length > 0 ? [[one], [one, ...others]] : [[one]]
      })
    })

const number = /^\d+$/

/** Replaces sums, differences and products of two numbers by their values. */
export const foldedNumbers = (source: Tokens): Change[] =>
  source.tokens.flatMap(({ text: sign }, at): Change[] => {
    const [left = '', right = ''] = [source.tokens[at - 1]?.text, source.tokens[at + 1]?.text]
    if (!number.test(left) || !number.test(right)) return []
    const [a, b] = [Number(left), Number(right)]
    const value = sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : undefined
    return value === undefined ? [] : [[putTokens(source, at - 1, at + 2, String(value))]]
  })

/** Items that are read by lists of indices; the name of these, or they themselves. */
const readByLines = /\[\[(\w+)\[(\w)\]for \2 in (\w)\]for \3 in ?(\w\b|[[(][\d,()[\]]+[\])])\]/g

/** Makes slices of such items in Python: of `[[b[i]for i in l]for l in[(0,3,6),(2,4,6)]]`, `(b[::3],b[2:7:2])`. */
export const linesAsSlices = ({ text }: Tokens): Change[] =>
  [...text.matchAll(readByLines)].flatMap((match): Change[] => {
    const { 0: found, 1: name, 4: list = '', index: start } = match
    const definition = /^\w$/.test(list) ? new RegExp(`\\b${list}=(.*)\n`).exec(text) : null
    const lines = [...(definition?.[1] ?? list).matchAll(/\d+(?:,\d+)+/g)].map(([line]) => line.split(',').map(Number))
    const most = Math.max(...lines.flat())
    const slices = lines.flatMap(([first = 0, second = 0, ...rest]) => {
      const step = second - first
      if (step < 1 || rest.some((item, i) => item !== second + step * (i + 1))) return []
      const end = second + step * (rest.length + 1) > most ? '' : second + step * rest.length + 1
      return [`${name}[${first || ''}:${end}${step > 1 ? `:${step}` : ''}]`]
    })
    if (slices.length === 0 || slices.length < lines.length) return []
    const deleted =
      definition === null ? [] : [put({ start: definition.index, end: definition.index + definition[0].length }, '')]
    return [[...deleted, put({ start, end: start + found.length }, `(${slices.join()})`)]]
  })

/** Uses `$_` of Perl in place of a variable that a loop sets or that a pattern reads. */
export const topics = (source: Tokens): Change[] => {
  const { tokens } = source
  const isPattern = (at: number) => /^[!=]~$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.kind === 'string'
  const isImplied = (at: number) => tokens[at - 1]?.text === 'for' || isPattern(at + 1)
  const variables = tokens.filter(({ text }, at) => /^\$[A-Za-z]\w*$/.test(text) && isImplied(at))
  return [...new Set(variables.map(({ text }) => text))].map((name) => {
    const places = [...tokens.keys()].filter((at) => tokens[at]?.text === name)
    const implied = places.flatMap((at) => {
      if (!isImplied(at)) return []
      const signs = isPattern(at + 1) ? 2 : 1
      return [putTokens(source, at, at + signs, tokens[at + 1]?.text === '!~' ? '!' : '')]
    })
    const others = renaming(source, bare(name), '_').flat()
    return [
      ...implied,
      ...others.filter(({ start }) => implied.every((edit) => start < edit.start || edit.end <= start)),
    ]
  })
}

/** Where functions return a flag and a text, and a call takes them apart: the text alone, which is tested, too. */
export const textsAsFlags = (source: Tokens): Change[] => {
  const { text } = source
  const string = `"[^"\\n]*"|'[^'\\n]*'`
  const pair = `[([]?\\b(?:[01]|[tT]rue|[fF]alse|nil|None|null|undef),(${string})[)\\]]?`
  const returns = [...text.matchAll(new RegExp(`\\breturn ?${pair}|(?<=[;{}])${pair}(?=\\})`, 'g'))]
  const edits = returns.map(({ 0: found, 1: first, 2: second, index }) =>
    put({ start: index, end: index + found.length }, `${first === undefined ? '' : 'return'}${first ?? second}`),
  )
  if (edits.length < 2) return []
  return [...text.matchAll(/[([]?([$@]?[a-z]\w*),([$@]?[a-z]\w*)[)\]]?=(?=[a-z])/g)].map(
    ({ 0: found, 1: flag = '', 2: second = '', index }) => {
      const place = { start: index, end: index + found.length }
      const others = renaming(source, bare(second), bare(flag))
        .flat()
        .filter(({ start }) => start < place.start || start >= place.end)
      return [put(place, `${flag}=`), ...edits, ...others]
    },
  )
}
