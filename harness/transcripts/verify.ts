import type { Game, Variation } from '../../reference/game.ts'
import type { Surroundings } from '../base/host.ts'
import { NotStarted, nearest, UsageError } from '../base/usage-error.ts'
import { Check } from '../check/check.ts'
import { ReadWriteLock } from '../check/read-write-lock.ts'
import type { FoundGame } from '../games/find.ts'
import { remediesForFlushing } from '../report/advice.ts'
import { failureOf, isOfOutput } from '../report/failure.ts'
import type { Failure, Only, TranscriptReport } from '../report/report.ts'
import { brief } from '../report/text.ts'
import { Launcher, userPlace } from '../run/launcher.ts'
import { processProgram } from '../run/process.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { type Bytes, toReadable } from '../session/bytes.ts'
import { compare as compareSessions, type Demands, type Outcome, verdictsOfLimits } from '../session/compare.ts'
import { defaultTimeoutMs, type Limits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { exactly, isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf, outputOf, type Script, type Session, shownOf } from '../session/session.ts'
import {
  closesQuotes,
  commandOf,
  gameOf,
  gamesFor,
  gamesToRead,
  optionsOf,
  playedBy,
  programIn,
  replacementOf,
} from './command.ts'
import { hiddenAnswer, notReplayed } from './converse.ts'
import { type Prompt, parsePrompt } from './prompt.ts'
import {
  answerAt,
  endsWithPrompt,
  isCutOff,
  lastLine,
  likeAnswersUpTo,
  limitsFor,
  refuseFullScreen,
  type Transcript,
  turnsOf,
} from './transcript.ts'
import { type Compare, loosen } from './varies.ts'

/** The longest reply with varying places or loose white space, in bytes. */
const looseLimit = 1024 * 1024

interface VerifierOptions {
  /** The words to run instead of the recorded line. */
  readonly command?: readonly string[]
  readonly limits: Limits
  readonly games: readonly FoundGame[]
  /** What counts, in place of what transcripts say. */
  readonly compare?: Compare | undefined
  readonly sandbox?: Sandbox
  readonly surroundings?: Surroundings | undefined
}

/** A recorded session, and what it takes to play it. */
export interface Recording {
  readonly transcript: Transcript
  readonly script: Script
  /** The games whose prompts and rules it may have. */
  readonly games: readonly FoundGame[]
}

/**
 * @param compare what counts, in place of what the transcript says
 * @throws UsageError with file and line if the session cannot be played as it is recorded
 */
export function recordingOf(transcript: Transcript, games: readonly FoundGame[], compare?: Compare): Recording {
  const settings = { ...transcript.settings, ...(compare !== undefined && { compare }) }
  const compared = { ...transcript, settings }
  const script = scriptOfTranscript(compared, games)
  mustKnowHidden(transcript, script)
  return { transcript: compared, script, games }
}

export interface Playing {
  /** Makes the program that is played. */
  readonly programOf: (words: readonly string[], way: Way, isJoined: boolean) => Program
  /** The words that run instead of the recorded line (default: that line). */
  readonly command?: readonly string[] | undefined
  readonly limits: Limits
  readonly exact?: boolean
  /** Sessions that share it wait while one is played again. */
  readonly lock: ReadWriteLock
  /** Whether a failure counts only if the session fails again, alone (default: yes). */
  readonly confirms?: boolean
  /** What sessions of the program showed so far, so that others need not wait for it again (default: nothing). */
  readonly met?: { limits: number; lacksSpaces: boolean }
  /** How to make the program flush its output (default: by the words of its command). */
  readonly toFlush?: string | undefined
}

/**
 * Plays a recorded session: a check whose oracle is the recording.
 * @returns also whether it failed, and passed when it was played again
 * @throws UsageError if the program or a terminal cannot be started, or the transcript turns out to be malformed
 */
export async function playRecording(recording: Recording, way: Way, playing: Playing) {
  const { transcript, script, games } = recording
  const { programOf, command, limits, exact = false, lock } = playing
  const { confirms = true, met = { limits: 0, lacksSpaces: false } } = playing
  const began = performance.now()
  const words = command === undefined ? commandOf(transcript, games) : replacementOf(transcript, command, games)
  const { stderr, status } = transcript.settings
  const { play } = programOf(words, way, stderr === 'shown')
  const program: Program = {
    async play(script, limits) {
      const session = await play(met.lacksSpaces ? loosestOf(recording) : script, limits)
      refuseFullScreen(transcript.path, outputOf(session))
      return session
    },
  }
  const demands = { exact, status: status !== 'any', noStderr: stderr === 'none' }
  const oracle = { name: transcript.command, script: () => script }
  const playLimits = limitsFor(transcript, limits)
  const check = new Check(oracle, program, way, { limits: playLimits, demands, lock })
  const { first, outcome, only } = await confirmed().catch((error) => {
    throw placed(error, transcript, command)
  })
  const isRight = outcome.verdict === 'AC'
  return {
    outcome,
    failure: isRight ? null : failureIn(recording, outcome, way, playing, only),
    milliseconds: Math.round(performance.now() - began),
    isRetried: isRight && first !== outcome,
  }

  async function confirmed(): Promise<{ first: Outcome; outcome: Outcome; only?: Only }> {
    const checked = await check.run(answersOf(script))
    const { outcome: first } = checked
    if (first.verdict === 'AC') return { first, outcome: first }
    const isLimit = verdictsOfLimits.includes(first.verdict)
    const isKnown = isLimit && met.limits++ > 0
    const playAlone = (script: Script) => lock.runAlone(() => program.play(script, playLimits))
    const only = await onlyDifference(recording, first, playAlone, { ...demands, lockStep: isInLockStep(way) })
    met.lacksSpaces ||= isLimit && only !== undefined
    // It was played twice, and differed in the same.
    if (only !== undefined && isOfOutput(first)) return { first, outcome: { ...first, verdict: 'WA' }, only }
    const { outcome } = confirms && !isKnown ? await check.confirm(checked) : checked
    return { first, outcome, ...(only !== undefined && outcome.verdict === first.verdict && { only }) }
  }
}

/** What may be all that differs, the least first: as `compare` says it, or as what is not demanded. */
const differences: readonly { readonly only: Only; readonly compare?: Compare; readonly demands?: Partial<Demands> }[] =
  [
    { only: 'last newline', compare: 'last-newline' },
    { only: 'CR LF', compare: 'cr-lf' },
    { only: 'white space', compare: 'any-space' },
    { only: 'capitals', compare: 'case' },
    { only: 'exit status', demands: { status: false } },
    { only: 'standard error', demands: { noStderr: false } },
  ]

/** The longest session in which all letters and spaces are loosened. */
const loosestLimit = 20_000

/**
 * Finds out whether a failed session differs from its recording only in what people may overlook. It is played once more,
 * by a script that lets it go on behind such a difference.
 */
async function onlyDifference(
  recording: Recording,
  { fault, played }: Outcome,
  play: (script: Script) => Promise<Session>,
  demands: Demands,
): Promise<Only | undefined> {
  const { script } = recording
  const isEnd = fault === 'status' || fault === 'stderr'
  if (!isEnd && (outputOf(exactly(script)).length > loosestLimit || !mayGoOn(script, played))) return undefined
  const session = isEnd ? played : await play(loosestOf(recording))
  // It may fail now and then.
  if (compareSessions(script, session, demands).verdict === 'AC') return undefined
  return differences.find(({ compare, demands: other }) => {
    const isTried = isEnd ? other !== undefined : compare !== undefined
    const loose = compare === undefined ? script : loosened(recording, compare)
    return isTried && compareSessions(loose, session, { ...demands, ...other }).verdict === 'AC'
  })?.only
}

const loosened = ({ transcript, games }: Recording, more: Compare) =>
  recordingOf(transcript, games, `${transcript.settings.compare ?? 'exact'} ${more}`).script

const loosestOf = (recording: Recording) => loosened(recording, 'any-space case')

/** False if a program that stopped would do so again: it did not ask, or its output lacks more than spaces, or nothing. */
function mayGoOn(script: Script, { turns, end }: Session): boolean {
  const bare = (text: Bytes) => text.replace(/\s/g, '').toLowerCase()
  const [right, actual] = [exactly(script).turns[turns.length - 1], turns.at(-1)].map((turn) => turn?.output ?? '')
  if (right === undefined || actual === undefined || right === actual) return false
  return (
    end.how === 'cut' ||
    end.how === 'exit' ||
    (end.how === 'silent' && end.waits === true && bare(right) === bare(actual))
  )
}

/** An error while a session was played, at the place that its user can change. */
function placed(error: unknown, { path, command: line }: Transcript, command?: readonly string[]): unknown {
  if (error instanceof UsageError && error.place === '# varies')
    return new UsageError(path, `${error.place} ${error.why}`)
  // The shell started, but did not find its command.
  if (!(error instanceof NotStarted)) return error
  return command === undefined ? new UsageError(path, `'${line}' ${error.why}`) : new NotStarted(command.join(' '))
}

function failureIn(
  { transcript, script, games }: Recording,
  outcome: Outcome,
  way: Way,
  { command, toFlush }: Playing,
  only?: Only,
): Failure {
  const at = offsetInRecording(script, outcome)
  refuseForeignLine(transcript, at, games)
  const isMisread = only === undefined || command === undefined
  const advice = isMisread ? whatIsMisread(transcript, script, outcome, promptOf(transcript, games), at) : undefined
  const game = gamePlayed(transcript.command, script, games)
  const remedies = toFlush ?? remediesForFlushing(command?.join(' ') ?? transcript.command)
  // The rules may allow more than the exact form, which was recorded.
  const demands = { lockStep: isInLockStep(way), exact: false }
  const byRules = game && compareSessions(scriptOf(game, answersOf(script)), outcome.played, demands)
  const rules = outcome.fault === 'output' && byRules?.fault !== 'output' ? undefined : game
  const failure = failureOf('', script, outcome, rules, remedies, advice === undefined ? only : undefined)
  return advice === undefined ? failure : { ...failure, sentence: `${failure.sentence}; ${advice}` }
}

/** Runs recorded sessions again. Must be closed. */
export class Verifier {
  readonly #programs: Launcher
  readonly #lock = new ReadWriteLock(defaultTimeoutMs)
  readonly #options: VerifierOptions

  constructor(options: VerifierOptions) {
    this.#options = options
    this.#programs = new Launcher(userPlace(options.sandbox, options.surroundings))
  }

  /**
   * Runs the session of a transcript, by default twice: line by line, and with all input at once; with
   * `# input: interactive` only line by line, with `# pty: only` only in a pseudo-terminal.
   * @param confirms whether a failure counts only if the session fails again, alone
   * @throws UsageError if the prompts are unknown, or the program or a terminal cannot be started
   */
  verify = async (transcript: Transcript, onlyWay?: Way, confirms = true): Promise<TranscriptReport[]> => {
    const { command, compare, games, limits, sandbox, surroundings } = this.#options
    const known =
      command === undefined
        ? await gamesFor(transcript, games, sandbox?.wrap === undefined, surroundings?.cwd)
        : gamesToRead(transcript, games)
    const recording = recordingOf(transcript, known, compare)
    const ways = onlyWay === undefined ? waysOf(transcript.settings) : [onlyWay]
    const reports: TranscriptReport[] = []
    for (const way of ways) {
      const { outcome, failure, milliseconds, isRetried } = await playRecording(recording, way, {
        programOf: (words, way, isJoined) => processProgram(this.#programs, words, way, isJoined),
        ...{ command, limits, lock: this.#lock, confirms },
      })
      const { verdict, played, varied } = outcome
      const ok = verdict === 'AC'
      const unseen = transcript.settings.stderr === undefined ? (played.stderr?.length ?? 0) : 0
      reports.push({
        ...{ kind: 'transcript', path: transcript.path, line: transcript.line, input: way, verdict, ok },
        ...{ milliseconds, failure },
        ...(command !== undefined && { replaced: transcript.command }),
        ...(unseen > 0 && { unseen }),
        ...(isRetried && { retriesPassed: 1 }),
        ...(ok && varied !== undefined && { varied }),
      })
    }
    return reports
  }

  close = () => this.#programs.close()
}

/** The place in the file of an offset in the session. */
const placeAt = ({ path, line, session }: Transcript, offset: number) => ({
  path,
  line: line + session.slice(0, offset).split('\n').length - 1,
})

/** @throws UsageError with file and line if an answer that nobody saw still has to be written */
function mustKnowHidden(transcript: Transcript, script: Script) {
  const { comments, session } = transcript
  if (!comments.some((comment) => comment.startsWith(notReplayed)) || !answersOf(script).includes(hiddenAnswer)) return
  const place = placeAt(transcript, session.indexOf(hiddenAnswer))
  throw new UsageError(place, `write what you typed in place of ${hiddenAnswer}, which was not shown`)
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

const lastNewline: Variation = { name: 'last-newline', oneOf: ['\n'], times: '?', exact: '' }

/** The recorded game with its options, if it is known and writes the recorded output. */
function gamePlayed(command: string, script: Script, games: readonly FoundGame[]): Game<unknown> | undefined {
  const game = playedBy(command, games)
  if (game === undefined) return undefined
  const isSame = outputOf(exactly(scriptOf(game, answersOf(script)))) === outputOf(exactly(script))
  return isSame ? game : undefined
}

/**
 * Looks for a line that is of no session, once one went wrong: Git's marks of a conflict, or, where it went wrong, a second
 * command.
 * @param at the offset of the first differing byte in the session
 * @throws UsageError with file and line if there is one
 */
function refuseForeignLine(transcript: Transcript, at: number, games: readonly FoundGame[]) {
  const names = [programIn(transcript.command), ...games.map(({ name }) => name)]
  for (const { 0: text, 1: typed, index } of transcript.session.matchAll(/(?<![^\n])(?:(?:<{7}|>{7}) |\$ ([^\n]*))/g)) {
    if (typed === undefined) throw new UsageError(placeAt(transcript, index), 'a conflict of Git: choose one side')
    if (at >= index && at <= index + text.length && names.includes(programIn(typed)))
      throw new UsageError(placeAt(transcript, index), 'a second command: a transcript has one')
  }
}

/**
 * Finds out whether a session failed because output was taken for an answer, or an answer for output.
 * @param at the offset of the first differing byte in the recorded session
 * @returns what to do, for the end of a sentence; undefined if the transcript seems to be read correctly
 */
function whatIsMisread(
  transcript: Transcript,
  script: Script,
  { fault, played: { turns, end }, right }: Outcome,
  prompt: Prompt | undefined,
  at: number,
): string | undefined {
  const { session, settings } = transcript
  const last = turns.length - 1
  const { output = '' } = turns[last] ?? {}
  const answer = script.turns[last]?.answer
  const place = `line ${placeAt(transcript, at).line}`
  if (fault === 'early' && typeof answer === 'string' && output.startsWith(`${answer}\n`, right)) {
    const unanswered = [...(settings.unanswered ?? []), likeAnswersUpTo(at, transcript, prompt)].join(' ')
    return `${place} is output that looks like an answer: '# unanswered: ${unanswered}' says so`
  }
  if (prompt === undefined) return undefined
  const more = output.slice(right)
  if (fault === 'early' && /^[ \t]+$/.test(more) && typeof answer === 'string' && answer.startsWith(more))
    return `in ${place} a blank follows the prompt ${prompt.source}: end '# prompt:' with \\s`
  const question = lastLine(output.slice(0, right))
  const isInLine = question !== '' && /^[^\n]/.test(session.slice(at))
  if (
    !isInLine ||
    answerAt(question, prompt) !== undefined ||
    (fault !== 'output' && fault !== 'short' && end.how !== 'silent')
  )
    return undefined
  const why = `'${toReadable(question)}' in ${place} does not match the prompt ${prompt.source}`
  const free = parsePrompt(prompt.source.replace(/^\^/, ''))
  if ('value' in free && answerAt(question, free.value) === question.length)
    return `${why}, as other output stands before it: leave out the ^`
  return end.how === 'silent' ? `if it asks there: ${why}` : undefined
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
function scriptOfTranscript(transcript: Transcript, games: readonly FoundGame[]): Script {
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
    // Of a file that ends in ^D, an editor writes the last newline.
    const isOfFile =
      isEnd && settings.compare === undefined && turn.output === '\n' && recorded[index - 1]?.answer === null
    return { ...turn, output: isOfFile ? [lastNewline] : loosen(turn.output, settings, isEnd) }
  })
  return { turns, end: cutOff ? { how: 'cut' } : { how: 'exit', status: status === 'any' ? 0 : status } }
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
