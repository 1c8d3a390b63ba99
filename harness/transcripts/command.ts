import { execaSync } from 'execa'
import * as shlex from 'shlex'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { shellCommand } from '../run/sh.ts'
import type { Transcript } from './transcript.ts'

/** Matches a word of a shell, with its quotes. */
const word = String.raw`(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])*`

/** The variables that a command sets for its program: `TZ=UTC LANG=C `. */
const leadingAssignments = new RegExp(`^(?:\\w+=${word}\\s+)*`)

/** The name of a command's program, as it was typed: quotes may stand in it. */
export const programIn = (command: string) =>
  new RegExp(`^${word}`).exec(command.replace(leadingAssignments, ''))?.[0] ?? ''

export const gameOf = (command: string, games: readonly FoundGame[]): FoundGame | undefined =>
  games.find(({ name }) => name === programIn(command))

/** Matches what a shell does not take literally, outside quotes. */
const special = /[;&|(){}<>$`*?[\]#~!\n]|"[^"]*[$`\\][^"]*"/

/** The words of a line that is a program with its arguments; undefined if a shell does more than split it. */
function wordsIn(command: string): readonly string[] | undefined {
  const line = command.replace(leadingAssignments, '')
  try {
    return special.test(line.replace(/'[^']*'|"[^"$`\\]*"|\\./g, 'x')) ? undefined : shlex.split(line)
  } catch {
    return undefined
  }
}

/** The options of a game in a command; none if a shell does more than split the line. */
export const optionsOf = (command: string): readonly string[] => wordsIn(command)?.slice(1) ?? []

/** True if every quote in a command is closed. */
export function closesQuotes(command: string): boolean {
  try {
    shlex.split(command)
    return true
  } catch {
    return execaSync('sh', ['-n', '-c', command], { reject: false }).exitCode === 0
  }
}

const withEnv = ({ settings: { env = [] } }: Transcript, words: readonly string[]) =>
  env.length > 0 ? ['env', ...env, ...words] : words

/** The words that run the command of a transcript: a shell, as where it was typed. A known game runs from its own file. */
export function commandOf(transcript: Transcript, games: readonly FoundGame[]): readonly string[] {
  const { command } = transcript
  const start = gameOf(command, games)?.start
  if (start === undefined) return withEnv(transcript, shellCommand(command))
  const [before = ''] = leadingAssignments.exec(command) ?? []
  const after = command.slice(before.length + programIn(command).length)
  return withEnv(transcript, shellCommand(`${before}"$@"${after}`, start))
}

/** Programs that run another one, or a file: the words after these are not just arguments. */
const runners =
  /^(env|exec|command|eval|time|timeout|nice|nohup|stdbuf|unbuffer|xargs|setsid|sudo|doas|chroot|npx|npm|yarn|pnpm|uv|go|cargo|java|dotnet|make|busybox|\.)$/
const interpreters = /^(\w*sh|awk|\w+awk|python|perl|ruby|php|lua|luajit|node|bun|deno|Rscript|tclsh|expect)[\d.]*$/

/**
 * The words of `replacement`, which run instead of the whole recorded line: no shell, and no program, is given any of it but
 * arguments. Those of a game are added; elsewhere the word `{}` stands for them.
 * @throws UsageError with file and line if it cannot be told which words are arguments
 */
export function replacementOf(
  transcript: Transcript,
  replacement: readonly string[],
  games: readonly FoundGame[],
): readonly string[] {
  const { path, line, command, settings } = transcript
  if (!replacement.includes('{}')) {
    const isGame = settings.game !== undefined || gameOf(command, games) !== undefined
    return withEnv(transcript, isGame ? [...replacement, ...optionsOf(command)] : replacement)
  }
  const [program = '', ...others] = wordsIn(command) ?? []
  const name = program.replace(/^.*\//, '')
  const skipped = interpreters.test(name) ? 1 : 0
  if (program === '' || runners.test(name) || (skipped > 0 && /^-|^$/.test(others[0] ?? '')))
    throw new UsageError(
      { path, line: line - 1 },
      `its arguments, {}, cannot be told from the program: write them: ${command}`,
    )
  const args = others.slice(skipped)
  return withEnv(
    transcript,
    replacement.flatMap((each) => (each === '{}' ? args : [each])),
  )
}
