import { type FoundGame, ourGames } from '../games/find.ts'
import { failureOf, type TranscriptReport } from '../report/report.ts'
import { hold, type Limits } from '../run/hold.ts'
import type { Holders } from '../run/holders.ts'
import type { Program } from '../run/process.ts'
import { holdInPty } from '../run/pty-hold.ts'
import type { Script } from '../session/script.ts'
import { Unusable } from '../session/unusable.ts'
import type { Outcome } from '../session/verdict.ts'
import { nameOf, scriptOfTranscript } from './script.ts'
import type { Transcript } from './transcript.ts'

/**
 * The ways in which a recording is held: on pipes in lock-step, on pipes with all lines at once, and in lock-step in a
 * pseudo-terminal. As arguments, none of our commands takes its answers.
 */
export const ways = ['interactive', 'stdin', 'pty'] as const
export type Way = (typeof ways)[number]

/** The ways in which a transcript is held, unless others are asked for. */
export const waysOf = ({ settings }: Transcript): readonly Way[] =>
  settings.pty === 'only' ? ['pty'] : ['interactive', 'stdin']

export interface VerifyOptions {
  /** What to hold the session with, in place of the first word of the recorded command. */
  readonly command: readonly string[]
  readonly way: Way
  readonly limits: Limits
  /** Who hold the sessions on pipes; this process, if absent. */
  readonly holders?: Holders
  /** The games that are found by name. */
  readonly games: readonly FoundGame[]
}

/**
 * Holds a recorded session again, as a real process.
 * @throws Unusable if the transcript does not say what its prompts look like, or the program cannot be started
 */
export async function verify(transcript: Transcript, options: VerifyOptions): Promise<TranscriptReport> {
  const { path, line } = transcript
  const { command, way, limits, games } = options
  const began = performance.now()
  const script = scriptOfTranscript(transcript, games)
  const program = programOf(transcript, command, games)
  const held =
    way === 'pty'
      ? holdInPty(program, script, limits)
      : (options.holders ?? { hold }).hold(program, script, way, limits)
  const cannotStart = () => new Unusable(path, `'${command[0] ?? transcript.command}' cannot be started`)
  const found = await held.catch((error) => {
    throw error instanceof Unusable ? cannotStart() : error
  })
  if (isNotFound(found)) throw cannotStart()
  const outcome = demand(found, script, transcript)
  const milliseconds = Math.round(performance.now() - began)
  const ok = outcome.verdict === 'AC'
  const failure = ok ? null : failureOf('', script, outcome)
  return { path, line, input: way, verdict: outcome.verdict, ok, milliseconds, failure }
}

/** What a shell says by its status, on standard error or on a terminal, of a command that is not there or is no program. */
const isNotFound = ({ said, stderr, status }: Outcome) =>
  (status === undefined || status === 126 || status === 127) && /^(sh|\/dev\/[^:\n]+): .*exec: /.test(said + stderr)

/** What a transcript asks for beside what is said on standard output. */
function demand(outcome: Outcome, script: Script, { settings }: Transcript): Outcome {
  if (outcome.verdict !== 'AC' || !script.ends) return outcome
  if (outcome.status !== script.status)
    return { ...outcome, verdict: 'RTE', why: `ended with ${outcome.status}, not ${script.status},` }
  if (settings.stderr === 'none' && outcome.stderr !== '')
    return { ...outcome, verdict: 'RTE', why: 'wrote to standard error' }
  return outcome
}

/**
 * A shell runs the recorded command, so that it means what it meant where it was typed; our games are found by name.
 * Words that mean the same without a shell are spared its start.
 */
export function programOf(
  { command }: Transcript,
  inPlace: readonly string[],
  games: readonly FoundGame[] = ourGames(),
): Program {
  const name = nameOf(command)
  const words = inPlace.length > 0 ? inPlace : (games.find((game) => game.name === name)?.start ?? [])
  const rest = words.length > 0 ? command.slice(name.length) : command
  const plain = rest.split(' ').filter((word) => word !== '')
  const [file, ...args] = [...words, ...plain]
  const needsShell = file === undefined || !plain.every(isPlain) || (words.length === 0 && file.includes('='))
  const program = needsShell
    ? { file: 'sh', args: ['-c', `exec ${words.length > 0 ? `"$@"${rest}` : rest}`, 'sh', ...words] }
    : { file, args }
  return { ...program, cwd: '.', env: process.env }
}

/** Whether a word holds nothing that a shell would take for more than itself. */
export const isPlain = (word: string) => /^[\w@%+=:,./-]+$/.test(word)
