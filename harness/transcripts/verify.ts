import { execaSync } from 'execa'
import pMap from 'p-map'
import * as shlex from 'shlex'
import type { Game } from '../../reference/game.ts'
import { nearest } from '../base/nearest.ts'
import { NotStarted, UsageError } from '../base/usage-error.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { failureOf, rightTurns } from '../report/difference.ts'
import type { TranscriptReport } from '../report/report.ts'
import { processProgram } from '../run/process.ts'
import { here, Programs } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { compare } from '../session/compare.ts'
import type { Limits } from '../session/limits.ts'
import { exactly, isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf, outputOf, type Script } from '../session/session.ts'
import { loosen } from './loosen.ts'
import { endsWithPrompt, isCutOff, type Prompt, refuseFullScreen, type Transcript, turnsIn } from './transcript.ts'

/** The games that commands may name: ours, and before them the one that was asked for by its name or file. */
export const gamesWith = async (asked: string | undefined): Promise<FoundGame[]> =>
  asked === undefined ? ourGames() : [await findCommand(asked), ...ourGames()]

interface VerifierOptions {
  /** The words to run in place of the first word of the recorded command. */
  readonly command?: readonly string[]
  readonly limits: Limits
  readonly games: readonly FoundGame[]
  /** Keeps the programs in; absent: nothing does. */
  readonly sandbox?: Sandbox
}

/** Runs recorded sessions again. */
export function openVerifier({ command = [], limits, games, sandbox }: VerifierOptions) {
  const programs = new Programs(here(sandbox))

  /**
   * Runs a session, by default twice: interactively, and with all its input at once; or only in a pseudo-terminal.
   * @throws UsageError if the prompts of the transcript are unknown, or the program or a terminal cannot be started
   */
  async function verify(transcript: Transcript, asked?: Way): Promise<TranscriptReport[]> {
    const { path, line, settings } = transcript
    const usual: readonly Way[] = settings.pty === undefined ? ['interactive', 'stdin'] : ['pty']
    const script = scriptOfTranscript(transcript, games)
    const words = commandOf(transcript, command, games)
    const recorded = { command: transcript.command, turns: rightTurns(script) }
    const run = async (way: Way): Promise<TranscriptReport> => {
      const began = performance.now()
      const session = await processProgram(programs, words, way).play(script, limits)
      refuseFullScreen(path, outputOf(session))
      const demands = { lockStep: isInLockStep(way), status: true, noStderr: settings.stderr === 'none' }
      const outcome = compare(script, session, demands)
      const { verdict } = outcome
      const ok = verdict === 'AC'
      const failure = ok ? null : failureOf('', script, outcome, gamePlayed(transcript, script, games))
      const milliseconds = Math.round(performance.now() - began)
      return { kind: 'transcript', path, line, input: way, verdict, ok, recorded, milliseconds, failure }
    }
    return pMap(asked === undefined ? usual : [asked], run, { concurrency: 1 }).catch((error) => {
      if (!(error instanceof NotStarted)) throw error
      // What was started is a shell; what is missing is a word of its command.
      if (command.length > 0) throw new NotStarted(command.join(' '))
      throw new UsageError(path, `'${transcript.command}' cannot be started`)
    })
  }

  return { verify, close: () => programs.close() }
}

/** The first word of a command. */
const nameOf = (command: string) => /^\S*/.exec(command)?.[0] ?? ''

/** Tells whether a shell finds the end of every quote in a command. The shell itself reads one that is not simple. */
function isWhole(command: string): boolean {
  try {
    shlex.split(command)
    return true
  } catch {
    return execaSync('sh', ['-n', '-c', command], { reject: false }).exitCode === 0
  }
}

/** The words behind the first, as far as they can be split without a shell. */
function optionsOf(command: string): string[] {
  try {
    return shlex.split(command).slice(1)
  } catch {
    return []
  }
}

/** The game that a command plays, if its first word is the name of one. */
export const gameOf = (command: string, games: readonly FoundGame[]): FoundGame | undefined =>
  games.find(({ name }) => name === nameOf(command))

/** The game that was recorded, with its options, if it is a known one and says what the transcript has. */
function gamePlayed({ command }: Transcript, script: Script, games: readonly FoundGame[]): Game<unknown> | undefined {
  const parsed = gameOf(command, games)?.parse(optionsOf(command))
  if (parsed === undefined || 'error' in parsed) return undefined
  const { game } = parsed
  const isSame = outputOf(exactly(scriptOf(game, answersOf(script)))) === outputOf(exactly(script))
  return isSame ? game : undefined
}

/**
 * Makes the command that runs a transcript again. A shell runs it, so that it means what it meant where it was typed.
 * @param replacement the words to use in place of the first word
 */
export function commandOf({ command }: Transcript, replacement: readonly string[], games: readonly FoundGame[]) {
  const words = replacement.length > 0 ? replacement : (gameOf(command, games)?.start ?? [])
  const line = words.length > 0 ? `"$@"${command.slice(nameOf(command).length)}` : command
  return ['sh', '-c', `exec ${line}`, 'sh', ...words]
}

/**
 * Makes the script that a session must follow when it is run again.
 * @throws UsageError with file and line if the prompts are unknown, an unprompted answer is not in the session, or the
 *   session contains a second command
 */
function scriptOfTranscript(transcript: Transcript, games: readonly FoundGame[]): Script {
  const { path, line, session, settings, command } = transcript
  if (!isWhole(command)) throw new UsageError(`${path}:${line - 1}`, `a quote is not closed: ${command}`)
  const prompt = promptOf(transcript, games)
  const { unprompted = [], compare = 'exact', status = 0 } = settings
  const recorded = turnsIn(session, prompt, unprompted)
  const found = recorded.filter(({ output, answer }) => answer !== undefined && !endsWithPrompt(output, prompt)).length
  if (found < unprompted.length)
    throw new UsageError(path, `'unprompted' names '${unprompted[found] ?? '^D'}', which is no line of the session`)

  const names = [nameOf(command), ...games.map(({ name }) => name)]
  const second = session
    .split('\n')
    .findIndex((text) => text.startsWith('$ ') && names.includes(nameOf(text.slice(2))) && !prompt?.exec(text))
  if (second !== -1) throw new UsageError(`${path}:${line + second}`, 'a second command: a transcript has one')

  const cutOff = isCutOff(recorded, prompt)
  const turns = recorded.map((turn, index) => {
    const isEnd = index === recorded.length - 1 && !cutOff
    return { ...turn, output: loosen(turn.output, compare, isEnd) }
  })
  return { turns, end: cutOff ? { how: 'cut' } : { how: 'exit', status } }
}

/**
 * Finds out what the prompts of a transcript look like.
 * @returns undefined if the program shows none
 * @throws UsageError with file and line if the transcript does not say, and the command is no game
 */
export function promptOf(transcript: Transcript, games: readonly FoundGame[]): Prompt | undefined {
  const { path, line, command, settings } = transcript
  if (settings.prompt !== undefined) return settings.prompt
  const place = `${path}:${line - 1}`
  const game = gameOf(command, games)
  if (game !== undefined) {
    // The session may be that of a usage error.
    const own = game.parse(optionsOf(command))
    const parsed = 'error' in own ? game.parse([]) : own
    if ('error' in parsed) throw new UsageError(place, parsed.error)
    return parsed.game.prompt
  }
  if (settings.unprompted !== undefined) return undefined

  const name = nameOf(command)
  const names = games.map((game) => game.name)
  const meant = nearest(name, names)
  if (meant !== undefined) throw new UsageError(place, `'${name}' is no known game: did you mean '${meant}'?`)
  const advice = "name its file with --game FILE, or say what its prompts look like with '# prompt: REGEXP'"
  throw new UsageError(place, `'${name}' is no known game (${names.join(', ')}): ${advice}`)
}
