import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Read } from './game.ts'

/** An option as it was typed, `-n` or `--size`, and its value: '' if it takes none. */
export interface Given {
  readonly rawName: string
  readonly value: string
}

/**
 * Reads a command's options, each given once, with a value where it takes one, and nothing else.
 * @param options as `parseArgs` takes them
 * @returns the options given, by their long names; or what is wrong, on one line
 */
export function readOptions(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): Read<Map<string, Given>> {
  const given = new Map<string, Given>()
  // Not strict: parseArgs would throw several lines of advice, and take an option that is given twice.
  for (const token of parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional') return { error: `unexpected argument ${quote(token.value)}` }
    if (token.kind === 'option-terminator') continue
    const { name, rawName } = token
    // `-n=3` is `-n3`; parseArgs counts the `=` to the value.
    const value = token.inlineValue && !rawName.startsWith('--') ? token.value.replace(/^=/, '') : token.value
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined
    if (type === undefined) return { error: `unknown option ${quote(rawName)}` }
    if (given.has(name)) return { error: `option '--${name}' is given twice` }
    if (type === 'string' && value === undefined) return { error: `option ${quote(rawName)} needs a value` }
    if (type === 'boolean' && value !== undefined) return { error: `option ${quote(rawName)} takes no value` }
    given.set(name, { rawName, value: value ?? '' })
  }
  return { value: given }
}

/** A text in quotes and on one line, whatever it is. */
export const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1)}'`
