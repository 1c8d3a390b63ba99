import { RE2JS } from 're2js'
import type { Read } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'

/** What a program's prompts look like. A game's own `RegExp` is one, too. */
export interface Prompt {
  /** The regular expression. */
  readonly source: string
  /** Finds the prompt in a line; the answer follows it. Offsets count bytes. */
  exec(line: Bytes): { readonly index: number; readonly 0: Bytes } | null
}

/**
 * Reads a prompt pattern: a regular expression in RE2's syntax, searched in each line in time that grows with the
 * line's length only.
 * @returns what is wrong with it, to follow `--prompt` or `'prompt'`, if it cannot be used
 */
export function parsePrompt(source: string): Read<Prompt> {
  if (/(^|[^\\])(\\\\)*\$\)*$/.test(source))
    return { error: `ends in '$', but the answer follows the prompt on its line: ${source}` }
  for (const [unsupported, syntax] of unsupportedSyntax)
    if (syntax.test(source)) return { error: `uses ${unsupported}, which is not supported (RE2 syntax): ${source}` }
  try {
    const pattern = RE2JS.compile(source)
    const exec = (line: Bytes) => {
      const text = toText(line)
      const match = pattern.matcher(text)
      if (!match.find()) return null
      const index = toBytes(text.slice(0, match.start())).length
      return { index, 0: toBytes(text.slice(match.start(), match.end())) }
    }
    return { value: { source, exec, toString: () => source } as Prompt }
  } catch {
    return { error: `is no regular expression: ${source}` }
  }
}

const unsupportedSyntax = [
  ['a back-reference', /(^|[^\\])(\\\\)*\\([1-9]|k<)/],
  ['lookahead or lookbehind', /(^|[^\\])(\\\\)*\(\?<?[=!]/],
] as const

/** Where the answer begins on a line, in bytes; undefined if the line has no prompt. */
export function answerAt(line: Bytes, prompt: Prompt | undefined): number | undefined {
  const match = prompt?.exec(line)
  return match ? match.index + match[0].length : undefined
}

/** Whether a text ends with a prompt. */
export function endsWithPrompt(text: Bytes, prompt: Prompt | undefined): boolean {
  const line = lastLine(text)
  return answerAt(line, prompt) === line.length
}

/** The line that a text ends in. */
export const lastLine = (text: Bytes) => text.slice(text.lastIndexOf('\n') + 1)

/**
 * Makes patterns that may tell prompts from everything else, the simplest first: the lines that these texts end in, and
 * the same with any numbers in them.
 * @returns nothing if every text ends at the end of a line
 */
export function likelyPrompts(texts: readonly Bytes[]): string[] {
  const prompts = [...new Set(texts.map(lastLine).filter((prompt) => prompt !== ''))]
  const literals = prompts.sort((a, b) => b.length - a.length).map((prompt) => toText(prompt))
  const exact = literals.map(quote)
  const numbered = [...new Set(literals.map((prompt) => prompt.split(/\d+/).map(quote).join('\\d+')))]
  return [exact, ...(numbered.length < exact.length ? [numbered] : [])].filter(({ length }) => length > 0).map(oneOf)
}

const oneOf = (sources: readonly string[]) => `^${sources.length > 1 ? `(?:${sources.join('|')})` : sources.join('')}`

/** A text as a regular expression that can stand in a transcript's head. A byte that is not UTF-8 matches any. */
const quote = (text: string) =>
  text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/\p{Surrogate}/gu, '.')
