import * as shlex from 'shlex'
import { type Limits, usualSilence } from '../session/limits.ts'

/**
 * The command that runs one case again, for a shell.
 * @param options those of them that were not given, or are not set, are left out
 * @param command what follows `--`
 */
export function commandToReproduce(
  words: readonly string[],
  options: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
  command: readonly string[] = [],
): string {
  const given = Object.entries(options).flatMap(([name, value = []]) => {
    if (typeof value === 'boolean') return value ? [`--${name}`] : []
    return [value].flat().flatMap((one) => [`--${name}`, String(one)])
  })
  return shlex.join(['npx', 'ninehole', ...words, ...given, ...(command.length === 0 ? [] : ['--', ...command])])
}

/** The options that say these limits. */
export const optionsOfLimits = ({ milliseconds }: Limits) =>
  milliseconds === usualSilence ? {} : { timeout: milliseconds / 1000 }
