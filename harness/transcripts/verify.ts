import type { Game, Variation } from '../../reference/game.ts'
import { NotStarted, UsageError } from '../base/usage-error.ts'
import { Check } from '../check/check.ts'
import { ReadWriteLock } from '../check/read-write-lock.ts'
import type { FoundGame } from '../games/find.ts'
import { remediesForFlushing } from '../report/advice.ts'
import { failureOf } from '../report/failure.ts'
import type { Failure, TranscriptReport } from '../report/report.ts'
import { clipped } from '../report/text.ts'
import { Launcher } from '../run/launcher.ts'
import { processProgram } from '../run/process.ts'
import type { ExecutionContext } from '../run/shell.ts'
import { type Bytes, toReadable, toText } from '../session/bytes.ts'
import { compare as compareSessions, type Demands, type Outcome, verdictsOfLimits } from '../session/compare.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { exactly, isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf, outputOf, type Script, type Session, shownOf } from '../session/session.ts'
import { closesQuotes, commandOf, gameIn, playedBy, promptOf } from './command.ts'
import { hiddenAnswer, notReplayed } from './converse.ts'
import { endsWithPrompt, lastLine, nameOfPrompt, type Prompt, parsePrompt, splitSession } from './prompt.ts'
import { isCutOff, limitsFor, refuseFullScreen, type Transcript, turnsOf } from './transcript.ts'
import { loosen } from './varies.ts'

/** In bytes, of a reply with varying places or loose white space. */
const looseLimit = 1024 * 1024

/** In bytes, of a session in which all letters and spaces are loosened. */
const loosestLimit = 20_000

/** What it takes to play a recorded session. */
export interface Recording {
  readonly transcript: Transcript
  readonly prompt: Prompt | undefined
  readonly script: Script
  readonly game: FoundGame | undefined
}

const lastNewline: Variation = { name: 'last-newline', oneOf: ['\n'], times: '?', exact: '' }

/**
 * @param compare what counts, in place of what the transcript says
 * @throws UsageError with file and line if the session cannot be played as it is recorded: the prompts are unknown, an
 *   unprompted answer is not there, or one that nobody saw still has to be written
 */
export function recordingOf(transcript: Transcript, game: FoundGame | undefined, compare?: string): Recording {
  const { path, line, comments, command, session } = transcript
  if (!closesQuotes(command))
    throw new UsageError({ path, line: line - 1 }, `a quote is not closed: ${clipped(command)}`)
  const prompt = promptOf(transcript, game)
  const settings = { ...transcript.settings, ...(compare !== undefined && { compare }) }
  const { unprompted = [], status = 0 } = settings
  const recorded = turnsOf(transcript, prompt)
  const found = recorded.filter(({ output, answer }) => answer !== undefined && !endsWithPrompt(output, prompt)).length
  if (found < unprompted.length)
    throw new UsageError(path, `'unprompted' names '${unprompted[found] ?? '^D'}', which is not a line of the session`)
  const hasHidden = comments.some((comment) => comment.startsWith(notReplayed))
  if (hasHidden && recorded.some(({ answer }) => answer === hiddenAnswer)) {
    const place = placeAt(transcript, session.indexOf(hiddenAnswer))
    throw new UsageError(place, `write what you typed in place of ${hiddenAnswer}, which was not shown`)
  }
  const cutOff = isCutOff(recorded, prompt, settings)
  const loose = (settings.compare ?? 'exact') !== 'exact' ? 'compare' : settings.varies && 'varies'
  const turns = recorded.map((turn, index) => {
    const isEnd = index === recorded.length - 1 && !cutOff
    if (loose !== undefined && turn.output.length > looseLimit)
      throw new UsageError(path, `'${loose}' has a reply of more than ${looseLimit} bytes`)
    // An editor writes a last newline behind ^D.
    const isOfFile =
      isEnd && settings.compare === undefined && turn.output === '\n' && recorded[index - 1]?.answer === null
    return { ...turn, output: isOfFile ? [lastNewline] : loosen(turn.output, settings, isEnd) }
  })
  const end: Script['end'] = cutOff ? { how: 'cut' } : { how: 'exit', status: status === 'any' ? 0 : status }
  return { transcript: { ...transcript, settings }, prompt, script: { turns, end }, game }
}

export interface PlayOptions {
  readonly programOf: (words: readonly string[], way: Way, isJoined: boolean) => Program
  /** Runs instead of the recorded line. */
  readonly command?: readonly string[] | undefined
  readonly limits: Limits
  readonly exact?: boolean
  /** Sessions that share it wait while one is played again. */
  readonly lock: ReadWriteLock
  /** How often a failed session is played again; 0: each failure counts at once. */
  readonly replays?: number | undefined
  /** Shared by the sessions of a program: what one has waited for in vain, others need not. */
  readonly seen?: { limits: number; lacksSpaces: boolean }
  /** How to make the program flush its output (default: by the words of its command). */
  readonly toFlush?: string | undefined
}

/**
 * Plays a recorded session: a check whose oracle is the recording.
 * @returns also whether it failed, and passed when it was played again
 * @throws UsageError if the program or a terminal cannot be started, or the transcript turns out to be malformed
 */
export async function playRecording(recording: Recording, way: Way, options: PlayOptions) {
  const { transcript, script, game } = recording
  const { programOf, command, exact = false, lock, replays = verdictLimits.maxReplays } = options
  const { seen = { limits: 0, lacksSpaces: false } } = options
  const began = performance.now()
  const { stderr, status } = transcript.settings
  const { play } = programOf(commandOf(transcript, game, command), way, stderr === 'shown')
  const program: Program = {
    play: (script, limits) => play(seen.lacksSpaces ? loosestOf(recording) : script, limits),
  }
  const demands = { exact, status: status !== 'any', noStderr: stderr === 'none', lockStep: isInLockStep(way) }
  const limits = limitsFor(transcript, options.limits)
  const oracle = { name: transcript.command, script: () => script }
  const check = new Check(oracle, program, way, { limits, demands, lock, replays })
  const again = () => lock.runAlone(() => program.play(loosestOf(recording), limits))
  try {
    const checked = await check.run(answersOf(script))
    const { outcome: first } = checked
    refuseFullScreen(transcript.path, outputOf(first.played))
    const only = await onlyDifference(recording, first, again, demands)
    const isOutputFault = first.fault !== 'status' && first.fault !== 'stderr'
    const isLittle = (only !== undefined && isOutputFault) || lacksSpaces(script, first)
    const isLimit = verdictsOfLimits.includes(first.verdict)
    const isClear = first.verdict === 'AC' || isLittle || (isLimit && seen.limits > 0)
    if (isLimit) seen.limits++
    seen.lacksSpaces ||= isLimit && isLittle
    const { outcome: last } = isClear ? checked : await check.confirm(checked)
    // What differs in little was played twice, whatever ended it first.
    const outcome = isLittle ? { ...last, verdict: 'WA' as const } : last
    const isRight = outcome.verdict === 'AC'
    const same = last.verdict === first.verdict ? only : undefined
    return {
      outcome,
      failure: isRight ? null : failureIn(recording, outcome, way, options, isLittle, same),
      milliseconds: Math.round(performance.now() - began),
      isRetried: isRight && last !== first,
    }
  } catch (error) {
    throw placed(error, transcript, command)
  }
}

/** Names the place that the user can change. */
function placed(error: unknown, { path, command: line }: Transcript, command?: readonly string[]): unknown {
  if (error instanceof UsageError && error.place === '# varies')
    return new UsageError(path, `${error.place} ${error.why}`)
  // The shell started, but did not find its command.
  if (!(error instanceof NotStarted)) return error
  return command === undefined
    ? new UsageError(path, `'${line}' ${error.why}`)
    : new NotStarted(command.join(' '), command[0])
}

/** The least first. */
const littleDifferences = ['last newline', 'CR LF', 'white space', 'capitals'] as const

const loosened = ({ transcript, game }: Recording, more: string) =>
  recordingOf(transcript, game, `${transcript.settings.compare ?? 'exact'} ${more}`).script

const loosestOf = (recording: Recording) => loosened(recording, 'white space, capitals')

/** True if a program waits after a reply that lacks spaces only, as a prompt may its last one. */
function lacksSpaces(script: Script, { played: { turns, end } }: Outcome): boolean {
  const bare = (output: Bytes = '') => output.replace(/\s/g, '').toLowerCase()
  const [right, actual] = [exactly(script).turns[turns.length - 1]?.output, turns.at(-1)?.output]
  return end.how === 'silent' && end.waits === true && right !== actual && bare(right) === bare(actual)
}

/**
 * Finds out whether a failed session differs from its recording only in what people may overlook.
 * @param again plays it by a script that lets it go on after such a difference
 */
async function onlyDifference(
  recording: Recording,
  outcome: Outcome,
  again: () => Promise<Session>,
  demands: Demands,
): Promise<Failure['only']> {
  const { verdict, fault, played } = outcome
  const { end, stderr } = played
  if (verdict === 'AC') return undefined
  if (fault === 'stderr') return 'standard error'
  if (fault === 'status') return demands.noStderr && stderr !== undefined ? undefined : 'exit status'
  const { script } = recording
  const recorded = exactly(script)
  const isCut = end.how === 'cut' && fault !== 'endless'
  const goesOn = isCut || end.how === 'exit' || lacksSpaces(script, outcome)
  if (!goesOn || outputOf(recorded).length > loosestLimit) return undefined
  const session = await again()
  const isRightBy = (script: Script) => compareSessions(script, session, demands).verdict === 'AC'
  // It may fail now and then.
  return isRightBy(script) ? undefined : littleDifferences.find((only) => isRightBy(loosened(recording, only)))
}

function failureIn(
  recording: Recording,
  outcome: Outcome,
  way: Way,
  { command, toFlush = remediesForFlushing(command?.join(' ') ?? recording.transcript.command, '--pty') }: PlayOptions,
  isLittle: boolean,
  only?: Failure['only'],
): Failure {
  const { transcript, script } = recording
  const mark = /(?<![^\n])(?:<{7}|>{7}) /.exec(transcript.session)
  if (mark !== null) throw new UsageError(placeAt(transcript, mark.index), 'a conflict of Git: choose one side')
  const advice = !isLittle || command === undefined ? whatIsMisread(recording, outcome) : undefined
  const rules = rulesBroken(recording, outcome, way)
  const failure = failureOf('', script, outcome, rules, toFlush, advice === undefined ? only : undefined)
  return advice === undefined ? failure : { ...failure, sentence: `${failure.sentence}; ${advice}` }
}

/** An offset in the recorded session. */
const firstWrongByte = (script: Script, { played: { turns }, right }: Outcome) =>
  shownOf({ turns: exactly(script).turns.slice(0, turns.length - 1) }).length + right

/** Returns the recorded game, unless its rules allow what was not recorded, or the recording is of another version. */
function rulesBroken({ transcript, script, game }: Recording, outcome: Outcome, way: Way): Game<unknown> | undefined {
  const rules = playedBy(transcript.command, game)
  if (rules === undefined) return undefined
  const byRules = scriptOf(rules, answersOf(script))
  if (outputOf(exactly(byRules)) !== outputOf(exactly(script))) return undefined
  const { fault } = compareSessions(byRules, outcome.played, { lockStep: isInLockStep(way) })
  return outcome.fault === 'output' && fault !== 'output' ? undefined : rules
}

/** @param offset in the session */
const placeAt = ({ path, line, session }: Transcript, offset: number) => ({
  path,
  line: line + session.slice(0, offset).split('\n').length - 1,
})

/**
 * Finds out whether a session failed because output was taken for an answer, or an answer for output.
 * @returns what to do, for the end of a sentence; undefined if the transcript seems to be read correctly
 */
function whatIsMisread({ transcript, prompt, script }: Recording, outcome: Outcome): string | undefined {
  const { fault, played, right } = outcome
  const { turns, end } = played
  const at = firstWrongByte(script, outcome)
  const { session, settings } = transcript
  const { output = '' } = turns.at(-1) ?? {}
  const { answer } = script.turns[turns.length - 1] ?? {}
  const place = `line ${placeAt(transcript, at).line}`
  const more = output.slice(right)
  if (fault === 'early' && typeof answer === 'string') {
    const { likely } = splitSession(session, prompt, settings)
    const unanswered = [...(settings.unanswered ?? []), likely.filter((start) => start <= at).length].join(' ')
    if (more.startsWith(`${answer}\n`))
      return `${place} is output that looks like an answer: '# unanswered: ${unanswered}' says so`
    if (prompt !== undefined && /^[ \t]+$/.test(more) && answer.startsWith(more))
      return `in ${place} a blank follows the prompt ${prompt.source}: end '# prompt:' with \\s`
  }
  const question = lastLine(output.slice(0, right))
  const isInLine = question !== '' && /^[^\n]/.test(session.slice(at))
  if (prompt === undefined || !isInLine || prompt.exec(toText(question)) !== null) return undefined
  const why = `'${toReadable(question)}' in ${place} does not match the ${nameOfPrompt(prompt)}`
  const free = parsePrompt(prompt.source.replace(/^\^/, ''))
  if ('value' in free && endsWithPrompt(question, free.value))
    return `${why}, as other output stands before it: leave out the ^`
  return end.how === 'silent' ? `if it asks there: ${why}` : undefined
}

interface VerifierOptions extends Pick<PlayOptions, 'command' | 'limits'> {
  readonly games: readonly FoundGame[]
  /** Counts in place of what transcripts say. */
  readonly compare?: string | undefined
  readonly context: ExecutionContext
}

/** Runs recorded sessions again. Must be closed. */
export class Verifier {
  readonly #launcher: Launcher
  readonly #lock = new ReadWriteLock(verdictLimits.defaultTimeoutMs)
  readonly #options: VerifierOptions

  constructor(options: VerifierOptions) {
    this.#options = options
    this.#launcher = new Launcher(options.context)
  }

  /**
   * Runs the session of a transcript in the ways that its settings say, or in one.
   * @throws UsageError if the prompts are unknown, or the program or a terminal cannot be started
   */
  verify = async (transcript: Transcript, onlyWay?: Way, replays?: number): Promise<TranscriptReport[]> => {
    const { command, compare, games, limits, context } = this.#options
    const { path, line, settings, session } = transcript
    const isOwn = command === undefined
    const game = await gameIn(transcript, games, isOwn ? context : undefined)
    const recording = recordingOf(transcript, game, compare)
    const reports: TranscriptReport[] = []
    for (const way of onlyWay === undefined ? waysOf(settings) : [onlyWay]) {
      const { outcome, failure, milliseconds, isRetried } = await playRecording(recording, way, {
        programOf: (words, way, isJoined) => processProgram(this.#launcher, words, way, isJoined),
        ...{ command, limits, lock: this.#lock, replays },
      })
      const { verdict, played, varied } = outcome
      const ok = verdict === 'AC'
      const wrong = Math.min(firstWrongByte(recording.script, outcome), session.length - 1)
      const unseen = settings.stderr === undefined ? (played.stderr?.length ?? 0) : 0
      reports.push({
        ...{ kind: 'transcript', path, input: way, verdict, ok, milliseconds, failure },
        line: ok ? line : placeAt(transcript, wrong).line,
        ...(!isOwn && { replaced: transcript.command }),
        ...(unseen > 0 && { unseen }),
        ...(isRetried && { retriesPassed: 1 }),
        ...(ok && varied !== undefined && { varied }),
      })
    }
    return reports
  }

  close = () => this.#launcher.close()
}

/** @throws any error but a UsageError */
export function reportOfError(path: string, error: unknown): TranscriptReport & { readonly error: string } {
  if (!(error instanceof UsageError)) throw error
  const line = error.fileLine?.path === path ? error.fileLine.line : 1
  return { kind: 'transcript', path, line, input: '', ok: false, error: error.message, milliseconds: 0, failure: null }
}

/** By default line by line, and with all input at once. */
export function waysOf({ pty, input }: Transcript['settings']): readonly Way[] {
  if (pty !== undefined) return ['pty']
  return input === undefined ? ['interactive', 'stdin'] : [input]
}
