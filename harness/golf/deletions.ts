import { type Change, put } from './source.ts'
import { balancedEnds, closingOf, putTokens, type Token, type Tokens, textBetween } from './tokens.ts'

/** Deletes statements, groups in brackets, up to three tokens before a group, and brackets alone. */
export function groupDeletions(source: Tokens): Change[] {
  const { text, tokens } = source
  const isEnd = (i: number) =>
    i >= tokens.length || tokens[i - 1]?.text === ';' || text.slice(tokens[i - 1]?.end, tokens[i]?.start).includes('\n')
  return tokens.flatMap((token, from) => {
    const changes: Change[] = []
    const isStart = from === 0 || isEnd(from) || /^[{}]$/.test(tokens[from - 1]?.text ?? '')
    const ends = isStart ? [...balancedEnds(tokens, from)] : []
    const isBlock = (end: number) => tokens[end - 1]?.text === '}'
    for (const end of new Set([ends.find(isEnd), ends.find(isBlock)]))
      if (end !== undefined) changes.push([putTokens(source, from, end, '')])
    const close = closingOf(tokens, from)
    if (close === undefined) return changes
    const whole = textBetween(source, from, close + 1)
    const inner = textBetween(source, from + 1, close)
    const starts = [1, 2, 3].map((count) => from - count).filter((start) => start >= 0)
    changes.push([putTokens(source, from, close + 1, '')])
    changes.push([put(token, ''), put(tokens[close] as Token, '')])
    for (const start of starts) {
      changes.push([putTokens(source, start, close + 1, '')])
      changes.push([putTokens(source, start, close + 1, whole)], [putTokens(source, start, close + 1, inner)])
    }
    return changes
  })
}

/** Deletes one side of `and` or `or`. */
export const conditionDeletions = (source: Tokens): Change[] => {
  const { text, tokens } = source
  const joins = /^(?:and|or|&&|\|\|)$/
  const opens = /^(?:[({[;,:?=]|if|elif|elsif|unless|while|until|return|not)$/
  const closes = /^(?:[)}\];,:?]|then|do)$/
  const isBorder = (at: number, signs: RegExp) => {
    const { text = ';' } = tokens[at] ?? {}
    return joins.test(text) || signs.test(text)
  }
  const isLine = (at: number) => text.slice(tokens[at - 1]?.end, tokens[at]?.start).includes('\n')
  return tokens.flatMap(({ text }, at): Change[] => {
    if (!joins.test(text)) return []
    const to = [...balancedEnds(tokens, at + 1)].find((end) => isBorder(end, closes) || isLine(end))
    const starts = [...tokens.slice(0, at).keys()].reverse()
    const isStart = (start: number) => isBorder(start - 1, opens) || isLine(start)
    const from = starts.find((start) => isStart(start) && [...balancedEnds(tokens, start)].includes(at))
    return [
      ...(to === undefined ? [] : [[putTokens(source, at, to, '')]]),
      ...(from === undefined ? [] : [[putTokens(source, from, at + 1, '')]]),
    ]
  })
}

/** The greatest number of tokens that are deleted at once. */
const longestRun = 8

/** Deletes tokens, and runs of them that leave as many opening brackets of each kind as closing ones. */
export const runDeletions = (source: Tokens): Change[] =>
  source.tokens.flatMap((_, from) => {
    const run = source.tokens.slice(from, from + longestRun)
    const ends = [...run.keys()].filter((last) => isEven(run.slice(0, last + 1))).map((last) => from + last + 1)
    return ends.map((to): Change => [putTokens(source, from, to, '')])
  })

const isEven = (run: readonly Token[]) =>
  ['()', '[]', '{}'].every((pair) => {
    const [open, close] = [...pair].map((bracket) => run.filter(({ text }) => text === bracket).length)
    return open === close
  })

/** Deletes one or two characters of a string or a pattern, or replaces a class of characters by `.`. */
export const characterDeletions = ({ tokens }: Tokens): Change[] =>
  tokens
    .filter(({ kind }) => kind === 'string')
    .flatMap((token) => {
      const { text } = token
      const shorter = [...text].flatMap((_, at) => [1, 2].map((length) => text.slice(0, at) + text.slice(at + length)))
      const classes = [...text.matchAll(/\[.+?\]/g)].map(
        ({ 0: found, index }) => `${text.slice(0, index)}.${text.slice(index + found.length)}`,
      )
      return [...classes, ...shorter].map((text): Change => [put(token, text)])
    })
