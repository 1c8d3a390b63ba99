import { type Change, put } from './source.ts'
import { balancedEnds, closingOf, putTokens, type Token, type Tokens } from './tokens.ts'

/** Drops a small array for a big one that a live value is the index of. */
export const bigArrays = (source: Tokens): Change[] => {
  const { tokens } = source
  const places = tokens.flatMap(({ kind, text }, at) => {
    const close = kind === 'name' ? closingOf(tokens, at + 1) : undefined
    if (close === undefined || tokens[at + 1]?.text !== '[') return []
    return [{ name: text, inner: { start: tokens[at + 1]?.end ?? 0, end: tokens[close]?.start ?? 0 } }]
  })
  const values = [...new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text))]
  return places.flatMap(({ name, inner }) => {
    const sizes = places.filter((other) => {
      const size = source.text.slice(other.inner.start, other.inner.end)
      return other.name === name && other.inner !== inner && /^\d$/.test(size)
    })
    const grown = sizes.map(({ inner }) => put(inner, '99'))
    return values
      .filter((value) => value.length < inner.end - inner.start)
      .map((value) => [put(inner, value), ...grown])
  })
}

/** Texts that may stand between the parts of a constant. */
const separators = ['', ' ', '  ', ',', '\n', '\\n']

/** Tries every separator of a constant, with every pattern that reads it, or without. */
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

/** For `X||Y`, looks for an `X` whose failure is harmless: a pattern in it that also matches nothing. */
export const harmlessFailures = (source: Tokens): Change[] => {
  const { tokens } = source
  return tokens.flatMap(({ text }, at) => {
    if (!/^(?:\|\||or|\?\?|\?:)$/.test(text)) return []
    const to = [...balancedEnds(tokens, at + 1)].slice(0, 4)
    const patterns = tokens
      .slice(0, at)
      .filter((token) => token.kind === 'string')
      .slice(-3)
    return to.flatMap((to): Change[] => [
      [putTokens(source, at, to, '')],
      ...patterns.map((token) => [
        put(token, token.text.replace(/(?=\/\w*$|["']$)/, '|')),
        putTokens(source, at, to, ''),
      ]),
    ])
  })
}

/** Exchanges what stands on the two sides of an operator, which may make a space needless. */
export const swaps = (source: Tokens): Change[] =>
  source.tokens.flatMap((sign, at): Change[] => {
    const [left, right] = [source.tokens[at - 1], source.tokens[at + 1]]
    if (left === undefined || right === undefined || !/^(?:[=!]=|eq|ne|and|or|[-+*|&^]|&&|\|\|)$/.test(sign.text))
      return []
    const range = { start: source.gaps[at - 1]?.start ?? 0, end: source.gaps[at + 2]?.end ?? 0 }
    return [[put(range, right.text + sign.text + left.text)]]
  })

/** Gives a name that is used several times a shorter one, at the start of the program. */
export const namedOnce = ({ tokens }: Tokens): Change[] => {
  const names = [...new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text))]
  const letter = [...'PQRSTUVWXYZabcdefghijklmno'].find((letter) => !names.includes(letter))
  if (letter === undefined) return []
  return names.flatMap((name): Change[] => {
    const uses = tokens.filter(({ text }) => text === name)
    if (name.length < 4 || uses.length < 2) return []
    return [[put({ start: 0, end: 0 }, `${letter}=${name}\n`), ...uses.map((use) => put(use, letter))]]
  })
}
