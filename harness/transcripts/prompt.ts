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
 * Parses a prompt pattern: a regular expression in RE2 syntax, which is matched in linear time.
 * @returns an error that can follow `--prompt` or `'prompt'` if the pattern cannot be used
 */
export function parsePrompt(source: string): Read<Prompt> {
  if (/(^|[^\\])(\\\\)*\$\)*$/.test(source))
    return { error: `ends in '$', but the answer follows the prompt on its line: ${source}` }
  try {
    const pattern = RE2JS.compile(source)
    const exec = (line: Bytes) => {
      const text = toText(line)
      const match = pattern.matcher(text)
      if (!match.find()) return null
      const index = toBytes(text.slice(0, match.start())).length
      return { index, 0: toBytes(text.slice(match.start(), match.end())) }
    }
    return { value: { source, exec } }
  } catch (error) {
    const why = (error as Error).message.replace('error parsing regexp: ', '')
    return { error: `is no regular expression in RE2 syntax: ${why}` }
  }
}

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

/** The text after the last newline. */
export const lastLine = (text: Bytes) => text.slice(text.lastIndexOf('\n') + 1)

/**
 * Makes a pattern that matches the last lines of these texts.
 * @returns undefined if every text ends with a newline
 */
export function likelyPrompt(texts: readonly Bytes[]): Prompt | undefined {
  const prompts = [...new Set(texts.map(lastLine))].filter((prompt) => prompt !== '')
  // The longest first: one prompt may begin with another.
  const sources = prompts.sort((a, b) => b.length - a.length).map((prompt) => RE2JS.quote(toText(prompt)))
  const parsed = parsePrompt(`^(?:${sources.join('|')})`)
  return sources.length > 0 && 'value' in parsed ? parsed.value : undefined
}
