import type { FoundGame } from '../games/find.ts'
import { failureOf } from '../report/difference.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openPrograms } from '../run/programs.ts'
import { whyNoPty } from '../run/pty.ts'
import { type Limits, runScript } from '../run/script.ts'
import { UsageError } from '../session/usage-error.ts'
import { commandOf, scriptOfTranscript } from './script.ts'
import type { Transcript } from './transcript.ts'

/** How a session can be run: each line after its prompt, all lines at once, or each after its prompt in a pseudo-terminal. */
export type Way = 'interactive' | 'stdin' | 'pty'

/** The ways in which a transcript is verified by default. */
export const waysOf = ({ settings }: Transcript): readonly Way[] =>
  settings.pty === 'only' ? ['pty'] : ['interactive', 'stdin']

export interface VerifyOptions {
  /** The words to run in place of the first word of the recorded command. */
  readonly command: readonly string[]
  readonly limits: Limits
  /** The games that commands may name. */
  readonly games: readonly FoundGame[]
}

/** Runs recorded sessions again. */
export interface Verifier {
  /** @throws UsageError if the transcript does not say what its prompts look like, or the program cannot be started */
  verify(transcript: Transcript, way: Way): Promise<TranscriptReport>
  close(): void
}

export function openVerifier({ command, limits, games }: VerifyOptions): Verifier {
  const onPipes = openPrograms(recordedPlace(false))
  const onTerminals = openPrograms(recordedPlace(true))
  return {
    async verify(transcript, way) {
      const { path, line } = transcript
      const began = performance.now()
      const why = way === 'pty' ? whyNoPty() : undefined
      if (why !== undefined) throw new UsageError(path, `no pseudo-terminal here (${why})`)
      const script = scriptOfTranscript(transcript, games)
      const programs = way === 'pty' ? onTerminals : onPipes
      const input = way === 'pty' ? 'interactive' : way
      const outcome = await runScript(programs, commandOf(transcript, command, games), script, input, limits).catch(
        (error) => {
          if (!(error instanceof UsageError)) throw error
          if (command.length > 0) throw new UsageError(command.join(' '), 'cannot be started')
          throw new UsageError(path, `'${transcript.command}' cannot be started`)
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

/** Recorded commands run in the current folder, with our environment. */
export const recordedPlace = (terminal: boolean) => ({ cwd: '.', env: process.env, terminal })
