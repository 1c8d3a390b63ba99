import { type Change, type Edit, put } from './source.ts'
import { balancedEnds, bare, closingOf, putTokens, type Token, type Tokens, textBetween } from './tokens.ts'

/** All assignments, each with the edit that deletes it and the separator beside it. */
function assignments(source: Tokens) {
  const { tokens } = source
  return tokens.flatMap((token, from) => {
    if (token.kind !== 'name') return []
    const index = tokens[from + 1]?.text === '[' ? closingOf(tokens, from + 1) : undefined
    const sign = (index ?? from) + 1
    if (!/^(?:[-+*/%|&^.]|<<|>>)?=$/.test(tokens[sign]?.text ?? '')) return []
    const ends = [...balancedEnds(tokens, sign + 1)]
    const to = ends.find((to) => isEndOfValue(source, to))
    if (to === undefined) return []
    const hasSeparator = /^[;,]$/.test(tokens[to]?.text ?? '')
    const isDeclared = /^(?:const|let|var)$/.test(tokens[from - 1]?.text ?? '')
    // At the end of a line, the separator stands before it.
    const isLast = !hasSeparator && tokens[from - 1]?.text === ';' && source.text[tokens[to - 1]?.end ?? 0] === '\n'
    const range = {
      start: (isDeclared || isLast ? tokens[from - 1] : token)?.start ?? 0,
      end: tokens[hasSeparator ? to : to - 1]?.end ?? 0,
    }
    const newline = !hasSeparator && !isLast && source.text[range.end] === '\n' ? 1 : 0
    return [
      {
        text: textBetween(source, from, to),
        variable: textBetween(source, from, sign),
        value: textBetween(source, sign + 1, to),
        deletion: put({ ...range, end: range.end + newline }, ''),
      },
    ]
  })
}

/** Tells whether a value may end before a token: at a separator, a new line, or a word that cannot belong to it. */
function isEndOfValue({ text, tokens }: Tokens, at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at]]
  if (before === undefined || after === undefined || /^(?:[;,:?)}\]]|&&|\|\|)$/.test(after.text)) return true
  if (text.slice(before.end, after.start).includes('\n')) return true
  const isWord = after.kind === 'name' && !/^(?:and|or|x|eq|ne|in|is|if|not|else)$/.test(after.text)
  return isWord && (before.kind !== 'sign' || /^[)\]}]$/.test(before.text))
}

/** Words that need no blank beside a quote or a bracket. */
const besideSigns = /^(?:and|or|not|in|is|if|elif|else|return|while)$/

/** The place of a variable, with the blanks that its value needs no more. */
function withoutBlanks({ tokens }: Tokens, use: Token, value: string) {
  const at = tokens.indexOf(use)
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const start = /^\W/.test(value) && besideSigns.test(before?.text ?? '') ? before?.end : undefined
  const end = /\W$/.test(value) && besideSigns.test(after?.text ?? '') ? after?.start : undefined
  return { start: start ?? use.start, end: end ?? use.end }
}

/** Puts a text into the texts that name its variable. */
function textsWith(tokens: readonly Token[], variable: string, value: string): Edit[] {
  if (!/^\$?\w+$/.test(variable) || !/^(["'])[^"']*\1$/.test(value)) return []
  const named = new RegExp(`\\$${bare(variable)}(?!\\w)`, 'g')
  return tokens
    .filter(({ kind, text }) => kind === 'string' && text.startsWith('"') && text.search(named) > 0)
    .map((token) => {
      const text = token.text.replace(named, () => value.slice(1, -1))
      return put(token, text)
    })
}

/** Moves an assignment into a use of its variable or of its value; or replaces that use, or all of them, by the value. */
export const movedAssignments = (source: Tokens): Change[] =>
  assignments(source).flatMap((assignment) => {
    const { variable, value, deletion } = assignment
    const others = outside(source, assignment)
    const uses = others.filter(({ kind, text }) => kind === 'name' && bare(text) === bare(variable))
    const values = uses.map((use) => put(use, value))
    const tight = uses.map((use) => put(withoutBlanks(source, use, value), value))
    const isTighter = tight.some(({ start, end }, i) => start !== uses[i]?.start || end !== uses[i]?.end)
    const texts = textsWith(others, variable, value)
    return [
      ...(texts.length > 0 ? [[deletion, ...texts, ...values]] : []),
      ...(isTighter ? [[deletion, ...tight]] : []),
      ...(uses.length > 1 ? [[deletion, ...values]] : []),
      ...values.map((edit) => [deletion, edit]),
      ...others
        .filter((token) => uses.includes(token) || token.text === value)
        .flatMap((token) => setAt(assignment, token)),
    ]
  })

/** Replaces other uses of a value that is longer than its variable by the variable: one of them, or all. */
export const reusedValues = (source: Tokens): Change[] =>
  assignments(source).flatMap(({ variable, value, deletion }) => {
    if (value.length <= variable.length) return []
    const size = source.tokens.filter(({ start, end }) => start >= deletion.start && end <= deletion.end).length
    const uses = source.tokens.flatMap(({ start, end }, at): Change => {
      if (!source.text.startsWith(value, start) || (start < deletion.end && end > deletion.start)) return []
      const to = source.tokens.slice(at, at + size).findIndex((last) => last.end === start + value.length)
      return to < 1 ? [] : [putTokens(source, at, at + to + 1, variable)]
    })
    return uses.length > 1 ? [uses, ...uses.map((use) => [use])] : uses.map((use) => [use])
  })

/** Moves `a++` or `a--` into a use of `a`. */
export const movedSteps = (source: Tokens): Change[] => {
  const { tokens } = source
  return tokens.flatMap(({ text, start }, at) => {
    if (!/^(?:\+\+|--)$/.test(text)) return []
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const variable = before?.kind === 'name' && source.text.slice(before.end, start) === '' ? before : after
    if (variable?.kind !== 'name') return []
    const first = variable === before ? at - 1 : at
    const hasSeparator = tokens[first + 2]?.text === ';'
    const deletion = putTokens(source, first, first + (hasSeparator ? 3 : 2), '')
    const uses = outside(source, { deletion }).filter((token) => token.text === variable.text)
    return uses.flatMap((use): Change[] => [
      [deletion, put(use, `${variable.text}${text}`)],
      [deletion, put(use, `${text}${variable.text}`)],
    ])
  })
}

/** Puts an assignment in place of a constant or an index, or into a call without arguments, where it may not matter. */
export const hiddenAssignments = (source: Tokens): Change[] =>
  assignments(source).flatMap((assignment) =>
    outside(source, assignment).flatMap((token): Change[] => {
      if (token.kind === 'string' || token.kind === 'number') return setAt(assignment, token)
      const place = { start: token.end, end: token.end }
      if (/\w\(\)/.test(source.text.slice(token.start - 1, token.end + 1))) return setAt(assignment, place).slice(0, 1)
      const close = token.text === '[' ? closingOf(source.tokens, source.tokens.indexOf(token)) : undefined
      const end = close === undefined ? undefined : source.tokens[close]?.start
      if (end === undefined || (token.start < assignment.deletion.start && assignment.deletion.end <= end)) return []
      return setAt(assignment, { start: token.end, end }).slice(0, 1)
    }),
  )

type Assignment = ReturnType<typeof assignments>[number]

const outside = ({ tokens }: Tokens, { deletion }: Pick<Assignment, 'deletion'>) =>
  tokens.filter(({ start, end }) => end <= deletion.start || start >= deletion.end)

const setAt = ({ text, deletion }: Assignment, place: { start: number; end: number }): Change[] => [
  [deletion, put(place, text)],
  [deletion, put(place, `(${text})`)],
]
