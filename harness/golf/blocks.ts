import { type Change, put } from './source.ts'
import { changedTokens, readTokens, type Tokens, textBetween } from './tokens.ts'

/** A statement of Python; one with a block has a body, a decorator an empty one. */
interface Statement {
  readonly text: string
  readonly body?: readonly Statement[]
}

const heads = /^(?:for|while|if|elif|else|try|except|finally|with|def|class)$/

/**
 * Writes a program of Python with brackets around its blocks, and `;` behind each simple statement: patterns of tokens
 * then match it like a program of C, whatever its lines are.
 * @returns undefined if its lines are not those of a program
 */
export function withBrackets(text: string, pattern: RegExp): string | undefined {
  const source = readTokens(text, pattern)
  const { tokens } = source
  /** The indentations of the open blocks: -1 before the first line of a block, undefined on the line of its head. */
  const depths: (number | undefined)[] = [0]
  let result = ''
  let isHead = false
  let start = 0
  let open = 0
  let lambdas = 0
  const end = (at: number, sign: string) => {
    if (at > start) result += textBetween(source, start, at) + sign
  }
  for (const [at, token] of tokens.entries()) {
    const gap = text.slice(tokens[at - 1]?.end ?? 0, token.start)
    if (open === 0 && (at === 0 || gap.includes('\n'))) {
      const depth = gap.length - gap.lastIndexOf('\n') - 1
      end(at, ';')
      start = at
      if (depths.at(-1) === -1) depths[depths.length - 1] = depth
      while (depths.length > 1 && (depths.at(-1) === undefined || depth < (depths.at(-1) ?? 0))) {
        depths.pop()
        result += '⟩'
      }
      if (depth !== depths.at(-1)) return undefined
    }
    if (at === start) [isHead, lambdas] = [heads.test(token.text), 0]
    if (/^[([{]$/.test(token.text)) open++
    if (/^[)\]}]$/.test(token.text)) open--
    if (open > 0) continue
    if (token.text === 'lambda') lambdas++
    if (token.text === ';') {
      end(at, ';')
      start = at + 1
    } else if (token.text === ':' && isHead && lambdas-- === 0) {
      end(at + 1, '⟨')
      start = at + 1
      const isLast = text.slice(token.end, tokens[at + 1]?.start).includes('\n')
      depths.push(isLast ? -1 : undefined)
    }
  }
  end(tokens.length, ';')
  return result + '⟩'.repeat(depths.length - 1)
}

/** Writes such a program in as few lines and blanks as possible. */
export function withoutBrackets(text: string, pattern: RegExp): string {
  const source = readTokens(text, pattern)
  const { tokens } = source
  let at = 0
  function statements(): Statement[] {
    const found: Statement[] = []
    let open = 0
    let start = at
    for (; at < tokens.length; at++) {
      const { text } = tokens[at] ?? { text: '' }
      if (/^[([{]$/.test(text)) open++
      if (/^[)\]}]$/.test(text)) open--
      const isEnd = open === 0 && /^[;⟨⟩]$/.test(text)
      if (!isEnd && at < tokens.length - 1) continue
      const statement = textBetween(source, start, isEnd ? at : at + 1)
      if (text === '⟨') {
        at++
        found.push({ text: statement, body: statements() })
      } else if (statement !== '')
        found.push(statement.startsWith('@') ? { text: statement, body: [] } : { text: statement })
      if (text === '⟩') return found
      start = at + 1
    }
    return found
  }
  function printed(statements: readonly Statement[], indent: string): string {
    let isSimple = false
    return statements
      .map(({ text, body }, i) => {
        const gap = i === 0 ? '' : isSimple && body === undefined ? ';' : `\n${indent}`
        isSimple = body === undefined
        if (body === undefined || text.startsWith('@')) return gap + text
        if (body.length === 0) return `${gap}${text}0`
        const isOneLine = body.every(({ body }) => body === undefined)
        return `${gap}${text}${isOneLine ? '' : `\n${indent} `}${printed(body, `${indent} `)}`
      })
      .join('')
  }
  return printed(statements(), '')
}

/** The smallest change from a text to another; it splits no word. */
function difference(before: string, after: string): Change[] {
  if (before === after) return []
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  while (start > 0 && /\w/.test(before[start - 1] ?? '')) start--
  let same = 0
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++
  while (same > 0 && /\w/.test(before.at(-same) ?? '')) same--
  return [[put({ start, end: before.length - same }, after.slice(start, after.length - same))]]
}

/** Programs with brackets, by those without: many rewrites look at the same one. */
const bracketed = new WeakMap<Tokens, Tokens>()

/** Finds changes to a program of Python in the same with brackets around its blocks. */
export const inBrackets =
  (find: (source: Tokens) => readonly Change[], pattern: RegExp) =>
  (program: Tokens): Change[] => {
    const { text } = program
    const source = bracketed.get(program) ?? readTokens(withBrackets(text, pattern) ?? '', pattern)
    bracketed.set(program, source)
    if (source.tokens.length === 0) return []
    return find(source).flatMap((change) => difference(text, withoutBrackets(changedTokens(source, change), pattern)))
  }
