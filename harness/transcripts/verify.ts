import { type FoundGame, ourGames } from '../games/find.ts'
import { failureOf } from '../report/difference.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openPrograms, type Place } from '../run/programs.ts'
import { whyNoPty } from '../run/pty.ts'
import { type Limits, runScript } from '../run/script.ts'
import { UsageError } from '../session/usage-error.ts'
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
  /** What to run in place of the first word of the recorded command. */
  readonly command: readonly string[]
  readonly limits: Limits
  /** The games that are found by name. */
  readonly games: readonly FoundGame[]
}

/** Runs recorded sessions again, in real processes. */
export interface Verifier {
  /** @throws UsageError if the transcript does not say what its prompts look like, or the program cannot be started */
  verify(transcript: Transcript, way: Way): Promise<TranscriptReport>
  close(): void
}

export function openVerifier({ command, limits, games }: VerifyOptions): Verifier {
  const onPipes = openPrograms(here)
  const onTerminals = openPrograms(placeFor(true))
  return {
    async verify(transcript, way) {
      const { path, line } = transcript
      const began = performance.now()
      const script = scriptOfTranscript(transcript, games)
      const programs = way === 'pty' ? onTerminals : onPipes
      const input = way === 'pty' ? 'interactive' : way
      const outcome = await runScript(programs, wordsOf(transcript, command, games), script, input, limits).catch(
        (error) => {
          if (!(error instanceof UsageError)) throw error
          throw new UsageError(path, `'${command[0] ?? transcript.command}' cannot be started`)
        },
      )
      const { verdict } = outcome
      const ok = verdict === 'AC'
      const failure = ok ? null : failureOf('', script, outcome)
      const milliseconds = Math.round(performance.now() - began)
      return { kind: 'transcript', path, line, input: way, verdict, ok, milliseconds, failure }
    },
    close() {
      onPipes.close()
      onTerminals.close()
    },
  }
}

/** Where recorded commands run, on pipes. */
const here: Place = { cwd: '.', env: process.env }

/** Where recorded commands run; where there is no pseudo-terminal, on pipes, which standard error is told once. */
export function placeFor(terminal: boolean, echo = false): Place {
  if (!terminal) return here
  const why = whyNoPty()
  if (why === undefined) return { ...here, terminal: echo ? 'echo' : 'no echo' }
  if (!isTold) process.stderr.write(`ninehole: on pipes: no pseudo-terminal here (${why})\n`)
  isTold = true
  return here
}

let isTold = false

/**
 * A shell runs the recorded command, so that it means what it meant where it was typed; our games are found by name.
 * Words that mean the same without a shell are spared its start.
 */
export function wordsOf(
  { command }: Transcript,
  inPlace: readonly string[],
  games: readonly FoundGame[] = ourGames(),
): readonly string[] {
  const name = nameOf(command)
  const words = inPlace.length > 0 ? inPlace : (games.find((game) => game.name === name)?.start ?? [])
  const rest = words.length > 0 ? command.slice(name.length) : command
  const plain = rest.split(' ').filter((word) => word !== '')
  const all = [...words, ...plain]
  const needsShell = !plain.every(isPlain) || (words.length === 0 && all[0]?.includes('=') !== false)
  return needsShell ? ['sh', '-c', `exec ${words.length > 0 ? `"$@"${rest}` : rest}`, 'sh', ...words] : all
}

/** Whether a word holds nothing that a shell would take for more than itself. */
export const isPlain = (word: string) => /^[\w@%+=:,./-]+$/.test(word)
