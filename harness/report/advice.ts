import * as shlex from 'shlex'
import { verdictLimits } from '../session/limits.ts'

/** What flushes a prompt, by the names of commands and runtimes. */
const switches: readonly (readonly [names: RegExp, remedies: readonly string[]])[] = [
  [/^perl$/, ['$|=1']],
  [/^python$/, ['print(…, flush=True)', 'python3 -u']],
  [/^ruby$/, ['$stdout.sync=true']],
  [/^lua$/, ['io.stdout:setvbuf("no")']],
  [/^(gawk|original-awk)$/, ['fflush()']],
  [/^m?awk$/, ['fflush()', 'mawk -W interactive']],
  [/^c$/, ['setbuf(stdout,0)']],
  [/^jq$/, ['jq --unbuffered']],
  [/^(node|bun|php|bash)$/, []],
]

/**
 * Says how to make a program flush its prompt: `fflush(), mawk -W interactive or --pty`.
 * @param command its command, or the name of its runtime
 */
export function remediesForFlushing(command: string, ...otherRemedies: string[]): string {
  const [, word = ''] = /^(?:env\s+)?(?:\w+=\S*\s+)*(\S*)/.exec(command) ?? []
  const name = word.replace(/^.*\//, '').replace(/[\d.]+$/, '')
  // A line is not enough (-oL): a prompt ends before its line does.
  const [, remedies = ['stdbuf -o0 (if it is in C)']] = switches.find(([names]) => names.test(name)) ?? []
  return [remedies.join(', '), ...otherRemedies].filter(Boolean).join(' or ')
}

/**
 * Makes the shell command that runs one case again.
 * @param options by their names; undefined and false ones, and the default timeout, are left out
 * @param command what follows `--`
 */
export function commandToReproduce(
  words: readonly string[],
  options: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
  command: readonly string[] = [],
): string {
  const given = Object.entries(options).flatMap(([name, value = []]) => {
    if (typeof value === 'boolean') return value ? [`--${name}`] : []
    if (name === 'timeout' && value === verdictLimits.defaultTimeoutMs / 1000) return []
    return [value].flat().flatMap((one) => [`--${name}`, String(one)])
  })
  return shlex.join(['npx', 'ninehole', ...words, ...given, ...(command.length === 0 ? [] : ['--', ...command])])
}
