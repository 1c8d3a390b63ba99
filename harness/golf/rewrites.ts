import type { Change, Edit } from './source.ts'
import { put } from './source.ts'
import {
  balancedEnds,
  closingOf,
  halves,
  putTokens,
  readTokens,
  type Token,
  type Tokens,
  textBetween,
} from './tokens.ts'

// Rewrites of tokens, for every language. Whether one is right in some place is for the judge to say.

/** Shortens white space and deletes comments; lines stay lines, and each step to the right is one space. */
export function shorterGaps({ text, gaps }: Tokens): Change[] {
  const indents = gaps.map(({ start, end }) => /\n( *)$/.exec(text.slice(start, end))?.[1]?.length ?? 0)
  const step = Math.min(...indents.filter((indent) => indent > 0))
  const changes = gaps.flatMap((gap, i): Change[] => {
    const isLine = 0 < i && i < gaps.length - 1 && text.slice(gap.start, gap.end).includes('\n')
    const after = isLine ? `\n${' '.repeat((indents[i] ?? 0) / step)}` : ''
    return gap.end - gap.start > after.length ? [[put(gap, after)]] : []
  })
  return halves(changes)
}

/** Deletes the ends of lines, with what stands around them, or puts `;` in their place. */
export function joinedLines({ text, gaps }: Tokens): Change[] {
  const lines = gaps.filter(({ start, end }) => text.slice(start, end).includes('\n'))
  const long = lines.filter(({ start, end }) => end > start + 1)
  return [...halves(lines.map((gap) => [put(gap, '')])), ...halves(long.map((gap) => [put(gap, ';')]))]
}

/** A name without its sigil. */
const bare = (name: string) => name.replace(/^\W+/, '')

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

const isHole = (text: string | undefined): text is string => text !== undefined && /^«\w»$/.test(text)
/** The text that each hole of a row stands for. */
type Holes = Map<string, string>
/** How many tokens a hole may stand for. */
const longestHole = 120

/**
 * Finds the tokens of `before`, and puts `after` there: in all places, or in some. `«a»` stands for anything in which every
 * bracket is closed.
 * @param tokens reads both
 */
export function synonym(before: string, after: string, tokens: RegExp): (source: Tokens) => Change[] {
  const pattern = before
    .split(/(«\w»)/)
    .flatMap((part) => (isHole(part) ? [part] : readTokens(part, tokens).tokens.map(({ text }) => text)))
  return (source) => {
    const changes: Change[] = []
    for (let from = 0; from < source.tokens.length; from++) {
      const holes: Holes = new Map()
      const to = matchEnd(source, pattern, from, holes)
      if (to === undefined) continue
      changes.push([
        putTokens(
          source,
          from,
          to,
          after.replace(/«\w»/g, (hole) => holes.get(hole) ?? ''),
        ),
      ])
      if (!pattern.some(isHole)) from = to - 1
    }
    return pattern.some(isHole) ? changes : halves(changes)
  }
}

/** @returns where a pattern that begins at a token ends; undefined if it does not match */
function matchEnd(source: Tokens, pattern: readonly string[], from: number, holes: Holes): number | undefined {
  const [first, ...rest] = pattern
  if (first === undefined) return from
  if (!isHole(first)) return source.tokens[from]?.text === first ? matchEnd(source, rest, from + 1, holes) : undefined
  const known = holes.get(first)
  for (const end of balancedEnds(source.tokens, from)) {
    if (end - from > longestHole) break
    const text = textBetween(source, from, end)
    if (known !== undefined && known !== text) continue
    holes.set(first, text)
    const to = matchEnd(source, rest, end, holes)
    if (to !== undefined) return to
  }
  if (known === undefined) holes.delete(first)
  return undefined
}

/** Writes strings in other ways: without their delimiters, with others, with a newline for `\n`. */
export function otherDelimiters(delimiters: readonly (readonly [string, string])[]): (source: Tokens) => Change[] {
  return ({ tokens }) => {
    const strings = tokens.filter(({ kind, text }) => kind === 'string' && /^["']/.test(text))
    const forms = [
      (text: string) => text,
      ...delimiters.map(
        ([open, close]) =>
          (text: string) =>
            open + text.slice(1, -1) + close,
      ),
    ]
    return forms.flatMap((form) =>
      [false, true].flatMap((isPlain) => {
        const changes = strings.flatMap((token): Change[] => {
          const text = form(token.text)
          const after = isPlain ? text.replaceAll('\\n', '\n') : text
          return after === token.text ? [] : [[put(token, after)]]
        })
        return halves(changes)
      }),
    )
  }
}

/** Makes one string of two that stand beside each other, or on two sides of a sign. */
export const joinedStrings = (source: Tokens): Change[] =>
  source.tokens.flatMap((left, at) =>
    [1, 2].flatMap((distance): Change[] => {
      const right = source.tokens[at + distance]
      const isString = left.kind === 'string' && right?.kind === 'string'
      if (!isString || left.text.at(-1) !== right.text[0] || source.tokens[at + 1]?.kind === 'name') return []
      return [[putTokens(source, at, at + distance + 1, left.text.slice(0, -1) + right.text.slice(1))]]
    }),
  )

/** Deletes lines, groups in brackets, what stands before a group, and brackets alone. */
export function groupDeletions(source: Tokens): Change[] {
  const { text, tokens } = source
  const isEnd = (i: number) =>
    i >= tokens.length || tokens[i - 1]?.text === ';' || text.slice(tokens[i - 1]?.end, tokens[i]?.start).includes('\n')
  return tokens.flatMap((token, from) => {
    const changes: Change[] = []
    const isStart = from === 0 || isEnd(from) || /^[{}]$/.test(tokens[from - 1]?.text ?? '')
    const statement = isStart && [...balancedEnds(tokens, from)].find(isEnd)
    if (statement) changes.push([putTokens(source, from, statement, '')])
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

/** How many tokens are deleted at once, at the most. */
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

/** Assignments, each with its variable, its value, and the edit that deletes it with the separator beside it. */
function assignments(source: Tokens) {
  const { tokens } = source
  return tokens.flatMap((token, from) => {
    if (token.kind !== 'name') return []
    const index = tokens[from + 1]?.text === '[' ? closingOf(tokens, from + 1) : undefined
    const sign = (index ?? from) + 1
    if (!/^(?:[-+*/%|&^.]|<<|>>)?=$/.test(tokens[sign]?.text ?? '')) return []
    const ends = [...balancedEnds(tokens, sign + 1)]
    const isEnd = (to: number) => isEndOfValue(source, to)
    const to = ends.find(isEnd)
    if (to === undefined) return []
    const hasSeparator = /^[;,]$/.test(tokens[to]?.text ?? '')
    const end = { start: token.start, end: tokens[hasSeparator ? to : to - 1]?.end ?? 0 }
    const newline = !hasSeparator && source.text[end.end] === '\n' ? 1 : 0
    return [
      {
        text: textBetween(source, from, to),
        variable: textBetween(source, from, sign),
        value: textBetween(source, sign + 1, to),
        deletion: put({ ...end, end: end.end + newline }, ''),
      },
    ]
  })
}

/** Whether a value may end before a token: there is a separator, a new line, or a word that cannot be a part of it. */
function isEndOfValue({ text, tokens }: Tokens, at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at]]
  if (before === undefined || after === undefined || /^(?:[;,:?)}\]]|&&|\|\|)$/.test(after.text)) return true
  if (text.slice(before.end, after.start).includes('\n')) return true
  const isWord = after.kind === 'name' && !/^(?:and|or|x|eq|ne|in|is|if|not|else)$/.test(after.text)
  return isWord && (before.kind !== 'sign' || /^[)\]}]$/.test(before.text))
}

/** Sets an assignment where its variable or its value is used, or its value there. */
export const movedAssignments = (source: Tokens): Change[] =>
  assignments(source).flatMap((assignment) => {
    const { variable, value, deletion } = assignment
    return outside(source, assignment).flatMap((token): Change[] => {
      const isVariable = token.kind === 'name' && bare(token.text) === bare(variable)
      const values = isVariable ? [[deletion, put(token, value)]] : []
      return isVariable || token.text === value ? [...values, ...setAt(assignment, token)] : []
    })
  })

/** Sets an assignment in the place of a constant or of an index: what stands there may not matter. */
export const hiddenAssignments = (source: Tokens): Change[] =>
  assignments(source).flatMap((assignment) =>
    outside(source, assignment).flatMap((token): Change[] => {
      if (token.kind === 'string' || token.kind === 'number') return setAt(assignment, token)
      const close = token.text === '[' ? closingOf(source.tokens, source.tokens.indexOf(token)) : undefined
      const end = close === undefined ? undefined : source.tokens[close]?.start
      if (end === undefined || (token.start < assignment.deletion.start && assignment.deletion.end <= end)) return []
      return setAt(assignment, { start: token.end, end }).slice(0, 1)
    }),
  )

type Assignment = ReturnType<typeof assignments>[number]

const outside = ({ tokens }: Tokens, { deletion }: Assignment) =>
  tokens.filter(({ start, end }) => end <= deletion.start || start >= deletion.end)

const setAt = ({ text, deletion }: Assignment, place: { start: number; end: number }): Change[] => [
  [deletion, put(place, text)],
  [deletion, put(place, `(${text})`)],
]

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

/** What may stand between the parts of a constant. */
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

/** Deletes one or two characters of a string or a pattern, or puts `.` for a class of characters. */
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
