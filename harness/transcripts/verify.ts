import pMap from 'p-map'
import type { Game } from '../../reference/game.ts'
import { mustHaveRoom } from '../base/files.ts'
import type { Surroundings } from '../base/host.ts'
import { nearest } from '../base/nearest.ts'
import { ReadWriteLock } from '../base/read-write-lock.ts'
import { NotStarted, UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { failureOf } from '../report/difference.ts'
import { remediesForFlushing } from '../report/flushing.ts'
import type { Failure, TranscriptReport } from '../report/report.ts'
import { brief } from '../report/text.ts'
import { processProgram } from '../run/process.ts'
import { Programs, userPlace } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { compare, type Outcome } from '../session/compare.ts'
import { type Limits, looseLimit, usualSilence } from '../session/limits.ts'
import { exactly, isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf, outputOf, type Script, shownOf } from '../session/session.ts'
import { closesQuotes, commandOf, gameOf, optionsOf, programIn, replacementOf } from './command.ts'
import { gamesFor, gamesToRead, playedBy } from './games.ts'
import { loosen } from './loosen.ts'
import { whatIsMisread } from './misread.ts'
import type { Prompt } from './prompt.ts'
import { endsWithPrompt, isCutOff, limitsFor, refuseFullScreen, type Transcript, turnsOf } from './transcript.ts'

interface VerifierOptions {
  /** The words to run instead of the recorded line. */
  readonly command?: readonly string[]
  readonly limits: Limits
  readonly games: readonly FoundGame[]
  readonly sandbox?: Sandbox
  readonly surroundings?: Surroundings | undefined
}

interface Recorded {
  readonly path: string
  readonly line: number
  readonly command: string
  readonly script: Script
  readonly words: readonly string[]
  readonly ways: readonly Way[]
  readonly stderr?: 'shown' | 'none' | undefined
  readonly limits: Limits
  readonly confirms: boolean
  /**
   * Says what to do if the transcript was misread.
   * @throws UsageError if the fault is in the transcript
   */
  explain?(outcome: Outcome): string | undefined
  game?(): Game<unknown> | undefined
}

/** Runs recorded sessions again. Must be closed. */
export class Verifier {
  readonly #programs: Programs
  readonly #sessions = new ReadWriteLock(usualSilence)
  readonly #command: readonly string[]
  readonly #limits: Limits
  readonly #games: readonly FoundGame[]
  readonly #isSandboxed: boolean
  readonly #cwd: string | undefined

  constructor({ command = [], limits, games, sandbox, surroundings }: VerifierOptions) {
    this.#cwd = surroundings?.cwd
    this.#isSandboxed = sandbox?.wrap !== undefined
    this.#programs = new Programs(userPlace(sandbox, surroundings))
    this.#command = command
    this.#limits = limits
    this.#games = games
  }

  /**
   * Runs the session of a transcript, by default twice: line by line, and with all input at once; with
   * `# input: interactive` only line by line, with `# pty: only` only in a pseudo-terminal.
   * @param confirms whether a failure counts only if the session fails again, alone
   * @throws UsageError if the prompts are unknown, or the program or a terminal cannot be started
   */
  verify = async (transcript: Transcript, onlyWay?: Way, confirms = true): Promise<TranscriptReport[]> => {
    const { settings } = transcript
    const known =
      this.#command.length > 0
        ? gamesToRead(transcript, this.#games)
        : await gamesFor(transcript, this.#games, !this.#isSandboxed, this.#cwd)
    const script = scriptOfTranscript(transcript, known)
    const words =
      this.#command.length > 0 ? replacementOf(transcript, this.#command, known) : commandOf(transcript, known)
    const explain = (outcome: Outcome) => {
      const at = offsetInRecording(script, outcome)
      refuseSecondCommand(transcript, at, known)
      return whatIsMisread(transcript, script, outcome, promptOf(transcript, known), at)
    }
    const game = () => gamePlayed(transcript.command, script, known)
    const limits = limitsFor(transcript, this.#limits)
    return this.#run(
      {
        ...transcript,
        script,
        words,
        ways: waysOf(settings),
        stderr: settings.stderr,
        limits,
        explain,
        game,
        confirms,
      },
      onlyWay,
    )
  }

  close = () => this.#programs.close()

  async #run(recording: Recorded, onlyWay: Way | undefined): Promise<TranscriptReport[]> {
    const ways = onlyWay === undefined ? recording.ways : [onlyWay]
    return pMap(ways, (way) => this.#verifyIn(recording, way), { concurrency: 1 }).catch((error) => {
      if (!(error instanceof NotStarted)) throw error
      // The shell started, but did not find its command.
      if (this.#command.length > 0) throw new NotStarted(this.#command.join(' '))
      throw new UsageError(recording.path, `'${recording.command}' cannot be started`)
    })
  }

  async #play({ path, script, words, stderr, limits }: Recorded, way: Way) {
    const began = performance.now()
    const program = processProgram(this.#programs, words, way, stderr === 'shown')
    const session = await program.play(script, limits)
    refuseFullScreen(path, outputOf(session))
    const demands = { lockStep: isInLockStep(way), status: true, noStderr: stderr === 'none' }
    const outcome = compare(script, session, demands)
    return { outcome, milliseconds: Math.round(performance.now() - began) }
  }

  /** Runs a session in one way. */
  async #verifyIn(recording: Recorded, way: Way): Promise<TranscriptReport> {
    const { path, line, script, stderr } = recording
    const first = await this.#sessions.run(() => this.#play(recording, way))
    const passedAtOnce = first.outcome.verdict === 'AC'
    const { outcome, milliseconds } =
      passedAtOnce || !recording.confirms ? first : await this.#sessions.runAlone(() => this.#play(recording, way))
    const { verdict, played } = outcome
    const ok = verdict === 'AC'
    if (!ok) mustHaveRoom()
    const advice = ok ? undefined : recording.explain?.(outcome)
    const isReplaced = this.#command.length > 0
    const command = isReplaced ? this.#command.join(' ') : recording.command
    const failure = ok
      ? null
      : withAdvice(failureOf('', script, outcome, recording.game?.(), remediesForFlushing(command)), advice)
    const { varied } = outcome
    const unseen = stderr === undefined ? (played.stderr?.length ?? 0) : 0
    const notes = {
      ...(isReplaced && { replaced: recording.command }),
      ...(unseen > 0 && { unseen }),
      ...(ok && !passedAtOnce && { doubts: 1 }),
      ...(ok && varied !== undefined && { varied }),
    }
    const found = { input: way, verdict, ok, milliseconds, failure, ...notes }
    return { kind: 'transcript', path, line, ...found }
  }
}

function withAdvice(failure: Failure, advice: string | undefined): Failure {
  return advice === undefined ? failure : { ...failure, sentence: `${failure.sentence}; ${advice}` }
}

export function reportOfError(path: string, error: unknown): TranscriptReport {
  if (!(error instanceof UsageError)) throw error
  const line = error.fileLine?.path === path ? error.fileLine.line : 1
  return { kind: 'transcript', path, line, input: '', ok: false, error: error.message, milliseconds: 0, failure: null }
}

export function waysOf({ pty, input }: Transcript['settings']): readonly Way[] {
  if (pty !== undefined) return ['pty']
  return input === undefined ? ['interactive', 'stdin'] : [input]
}

/** The recorded game with its options, if it is known and writes the recorded output. */
function gamePlayed(command: string, script: Script, games: readonly FoundGame[]): Game<unknown> | undefined {
  const game = playedBy(command, games)
  if (game === undefined) return undefined
  const isSame = outputOf(exactly(scriptOf(game, answersOf(script)))) === outputOf(exactly(script))
  return isSame ? game : undefined
}

/**
 * Looks for a second command where a session went wrong. Elsewhere, such a line is output.
 * @param at the offset of the first differing byte in the session
 * @throws UsageError with file and line if there is a second command
 */
function refuseSecondCommand({ path, line, command, session }: Transcript, at: number, games: readonly FoundGame[]) {
  const names = [programIn(command), ...games.map(({ name }) => name)]
  let start = 0
  for (const [index, text] of session.split('\n').entries()) {
    const isCommand = text.startsWith('$ ') && names.includes(programIn(text.slice(2)))
    if (isCommand && at >= start && at <= start + text.length)
      throw new UsageError({ path, line: line + index }, 'a second command: a transcript has one')
    start += text.length + 1
  }
}

/** The offset of the first differing byte in a recorded session, answers included. */
function offsetInRecording(script: Script, { played: { turns }, right }: Outcome): number {
  const before = exactly(script).turns.slice(0, turns.length - 1)
  return shownOf({ turns: before }).length + right
}

/**
 * Makes the script of a transcript.
 * @throws UsageError with file and line if the prompts are unknown, or an unprompted answer is not in the session
 */
export function scriptOfTranscript(transcript: Transcript, games: readonly FoundGame[]): Script {
  const { path, line, settings, command } = transcript
  if (!closesQuotes(command)) throw new UsageError({ path, line: line - 1 }, `a quote is not closed: ${brief(command)}`)
  const prompt = promptOf(transcript, games)
  const { unprompted = [], status = 0, compare = 'exact', varies = [] } = settings
  const recorded = turnsOf(transcript, prompt)
  const found = recorded.filter(({ output, answer }) => answer !== undefined && !endsWithPrompt(output, prompt)).length
  if (found < unprompted.length)
    throw new UsageError(path, `'unprompted' names '${unprompted[found] ?? '^D'}', which is not a line of the session`)

  const cutOff = isCutOff(recorded, prompt, settings)
  const turns = recorded.map((turn, index) => {
    const isEnd = index === recorded.length - 1 && !cutOff
    if ((compare !== 'exact' || varies.length > 0) && turn.output.length > looseLimit)
      throw new UsageError(
        path,
        `'${compare === 'exact' ? 'varies' : 'compare'}' has a reply of more than ${looseLimit} bytes`,
      )
    return { ...turn, output: loosen(turn.output, settings, isEnd) }
  })
  return { turns, end: cutOff ? { how: 'cut' } : { how: 'exit', status } }
}

/**
 * Finds the prompts of a transcript.
 * @returns undefined if the program has none
 * @throws UsageError with file and line if the transcript does not say, and the command is no game
 */
export function promptOf(transcript: Transcript, games: readonly FoundGame[]): Prompt | undefined {
  const { path, line, command, settings } = transcript
  if (settings.prompt !== undefined) return settings.prompt
  const place = { path, line: line - 1 }
  const game = gameOf(command, games)
  if (game !== undefined) {
    // The session may be a usage error, with wrong options.
    const own = game.parse(optionsOf(command))
    const parsed = 'error' in own ? game.parse([]) : own
    if ('error' in parsed) throw new UsageError(place, parsed.error)
    return parsed.game.prompt
  }
  if (settings.unprompted !== undefined) return undefined

  const name = programIn(command)
  const names = games.map((game) => game.name)
  const meant = nearest(name, names)
  if (meant !== undefined) throw new UsageError(place, `'${name}' is not a known game: did you mean '${meant}'?`)
  const advice = "name its file with '# game: FILE', or say what its prompts look like with '# prompt: REGEXP'"
  throw new UsageError(place, `'${name}' is not a known game (${names.join(', ')}): ${advice}`)
}
