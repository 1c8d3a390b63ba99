import * as shlex from 'shlex'
import { defaultTimeoutMs, type Limits } from '../session/limits.ts'

/**
 * The shell command that runs one case again.
 * @param options the options by their names; undefined and false ones are left out
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

export const optionsOfLimits = ({ milliseconds }: Limits) =>
  milliseconds === defaultTimeoutMs ? {} : { timeout: milliseconds / 1000 }
