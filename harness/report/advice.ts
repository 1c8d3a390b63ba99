import * as shlex from 'shlex'
import { type Limits, verdictLimits } from '../session/limits.ts'

/** How to make programs flush their prompts, by the names of commands and runtimes. */
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
 * Says how to make a program flush its prompt: `fflush(), mawk -W interactive`; empty if its language has no switch.
 * @param command its command, or the name of its runtime
 */
export function switchesToFlush(command: string): string {
  const [, word = ''] = /^(?:env\s+)?(?:\w+=\S*\s+)*(\S*)/.exec(command) ?? []
  const name = word.replace(/^.*\//, '').replace(/[\d.]+$/, '')
  const known = switches.find(([names]) => names.test(name))
  // A line is not enough (-oL): a prompt ends before its line does.
  return (known?.[1] ?? ['stdbuf -o0 (if it is in C)']).join(', ')
}

/** The same for the verbs that can play in a terminal: `fflush(), mawk -W interactive or --pty`. */
export const remediesForFlushing = (command: string): string =>
  [switchesToFlush(command), '--pty'].filter((one) => one !== '').join(' or ')

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
  milliseconds === verdictLimits.defaultTimeoutMs ? {} : { timeout: milliseconds / 1000 }
