import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Read } from './game.ts'

/** An option as typed, `-n` or `--size`, and its value; '' if it takes none. */
interface Given {
  readonly rawName: string
  readonly value: string
}

/**
 * Parses the arguments of a command that takes options only, each at most once.
 * @param options as for `parseArgs`
 * @returns the options by their long names, or an error message of one line
 */
export function readOptions(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): Read<Map<string, Given>> {
  const given = new Map<string, Given>()
  // Not strict: parseArgs would throw messages of several lines, and accept an option twice.
  for (const token of parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional') return { error: `unexpected argument ${quote(token.value)}` }
    if (token.kind === 'option-terminator') continue
    const { name, rawName } = token
    // `-n=3` means `-n3`; parseArgs takes the `=` as part of the value.
    const value = token.inlineValue && !rawName.startsWith('--') ? token.value.replace(/^=/, '') : token.value
    const type = options[name]?.type
    if (type === undefined) return { error: `unknown option ${quote(rawName)}` }
    if (given.has(name)) return { error: `option '--${name}' is given twice` }
    if (type === 'string' && value === undefined) return { error: `option ${quote(rawName)} needs a value` }
    if (type === 'boolean' && value !== undefined) return { error: `option ${quote(rawName)} takes no value` }
    given.set(name, { rawName, value: value ?? '' })
  }
  return { value: given }
}

/** A text in quotes, with control characters escaped. */
export const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1)}'`
