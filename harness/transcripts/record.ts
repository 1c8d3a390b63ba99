import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host, ProcessContext } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { nameOfExit, sentenceOfStop, sentenceOfTrouble } from '../report/failure.ts'
import type { TranscriptReport } from '../report/report.ts'
import { clipped, inOneLine, nameOfAnswer, pluralize } from '../report/text.ts'
import type { Conversation } from '../run/conversation.ts'
import { Launcher } from '../run/launcher.ts'
import { conversations } from '../run/process.ts'
import { setOwnEcho, whyNoPty } from '../run/pty.ts'
import type { ExecutionContext } from '../run/shell.ts'
import { type Answers, type Bytes, toReadable } from '../session/bytes.ts'
import { betweenRuns, type Limits, verdictLimits } from '../session/limits.ts'
import type { Way } from '../session/script.ts'
import { answersOf, hasInputEnded, outputOf, shownOf } from '../session/session.ts'
import { commandOf, gameIn, promptOf } from './command.ts'
import { converse, hiddenAnswer, notReplayed, type RecordedSession } from './converse.ts'
import {
  endsWithPrompt,
  lastLine,
  likelyPrompt,
  nameOfPrompt,
  type Prompt,
  shownEndOfInput,
  splitSession,
  unansweredIn,
} from './prompt.ts'
import {
  isCutOff,
  joinLines,
  limitsFor,
  refuseFullScreen,
  type Transcript,
  turnsOf,
  withSettings,
} from './transcript.ts'
import { kindsThatDiffer, withExamples, withoutVarying } from './varies.ts'
import type { Verifier } from './verify.ts'

/** Milliseconds of the clock after its output in which a program may turn off the echo. */
const echoCheckDelay = 20

export interface RecordOptions {
  readonly limits: Limits
  /** The streams of a person, who types the lines. */
  readonly screen?: Host | undefined
  readonly context: ExecutionContext
  readonly stop?: AbortSignal
  readonly isInTerminal: boolean
  /** True if the session includes standard error; in a terminal it always does. */
  readonly isJoined: boolean
}

/** In seconds, as long as it was waited for: on a busy machine, not all of a silence is listened to. */
const longestTimeout = ({ milliseconds }: Limits): number =>
  Math.ceil((verdictLimits.replyFactor * milliseconds) / 1000)

/**
 * Runs the command of a transcript, and sends it each line when it asks for one.
 * @param lines `null` is the end of input; once they run out, the session is cut off, unless the program exits
 * @throws UsageError if the prompts are unknown, the program cannot be started or draws on the whole screen, or there is no
 *   pseudo-terminal
 */
export async function record(
  transcript: Transcript,
  game: FoundGame | undefined,
  lines: Parameters<typeof converse>[2],
  { limits: given, screen, context, stop, isInTerminal, isJoined }: RecordOptions,
): Promise<RecordedSession> {
  const prompt = promptOf(transcript, game)
  const launcher = new Launcher(context)
  stop?.addEventListener('abort', () => launcher.close(), { once: true })
  const limits = limitsFor(transcript, given)
  const converseIn = conversations(launcher, transcript.command, false)
  const how = { terminal: isInTerminal ? ('echo' as const) : undefined, isJoined, isInFreshShell: true }
  const recording = await converseIn(commandOf(transcript, game), how, (conversation) => {
    const watch = screen && show(conversation, screen)
    const options = { isPerson: screen !== undefined, limits, timeout: longestTimeout(limits) }
    return converse(conversation, prompt, lines, options).finally(() => clearInterval(watch))
  }).finally(() => launcher.close())
  refuseFullScreen(transcript.command, outputOf(recording))
  return recording
}

/**
 * Records a session on pipes. If no transcript can hold that, or the program reads before it has written its prompts, records
 * it in a pseudo-terminal, and takes the session there if it is better.
 * @throws UsageError as `record` does, and if no transcript can hold either
 */
export async function recordLines(
  head: Transcript,
  game: FoundGame | undefined,
  lines: Answers,
  options: RecordOptions,
): Promise<RecordedSession> {
  const play = async (isInTerminal: boolean) => {
    const recording = await record(head, game, lines.values(), { ...options, isInTerminal })
    return { recording, why: whyUnfit(recording, promptIn(head, game, recording), isDetected(head)) }
  }
  const { recording, why } = await play(options.isInTerminal)
  const { end } = recording
  const mayBeBetter =
    why === undefined
      ? isDetected(head) && asking(recording).some((output) => lastLine(output) === '')
      : end.how === 'cut' || end.how === 'exit' || (end.how === 'silent' && end.waits)
  const mayTry = !options.isInTerminal && mayBeBetter && whyNoPty() === undefined
  const inTerminal = mayTry ? await play(true) : undefined
  if (inTerminal === undefined || inTerminal.why !== undefined) {
    if (why === undefined) return recording
    throw new UsageError(head.command, end.how === 'cut' ? `${why}; if it reads on, end the answers with ^D` : why)
  }
  const questions = asking(inTerminal.recording).map((output) => /[^\n]+\n?$/.exec(output)?.[0] ?? '')
  const unasked = questions.flatMap((question, turn) => {
    const [{ output = '' } = {}, ...later] = recording.turns.slice(turn)
    const isLate = later.some(({ output }) => output.includes(question))
    return lastLine(output) === '' && !output.endsWith(question) ? [{ question, isLate }] : []
  })
  if (why === undefined && !unasked.some(({ isLate }) => isLate)) {
    // Such as `read -p` of bash, and interpreters.
    const onlyInTerminal = unasked[0]?.question
    return { ...recording, ...(onlyInTerminal && { onlyInTerminal }) }
  }
  return { ...inTerminal.recording, notOnPipes: why ?? 'reads before it has written its prompts' }
}

/** Returns the outputs after which a program waits for a line. */
const asking = ({ turns, end }: RecordedSession): Bytes[] =>
  (end.how === 'cut' ? turns : turns.slice(0, -1)).map(({ output }) => output)

const isDetected = ({ settings }: Transcript): boolean => settings.unprompted !== undefined

const promptIn = (head: Transcript, game: FoundGame | undefined, recording: RecordedSession): Prompt | undefined =>
  isDetected(head) ? likelyPrompt(asking(recording)) : promptOf(head, game)

/**
 * Shows a program to a person, whose own terminal echoes what they type, unless the program has turned that off.
 * @returns a timer that shows what was held back, as the possible beginning of an echo, once the program sleeps
 */
function show(conversation: Conversation, { stdout, stderr }: Host): NodeJS.Timeout {
  const { child } = conversation
  let echoCheck: NodeJS.Timeout | undefined
  conversation.onOutput = (bytes) => {
    if (conversation.isTyping) return
    stdout.write(bytes, 'latin1')
    clearTimeout(echoCheck)
    echoCheck = setTimeout(async () => setOwnEcho(!(await child.keyboard?.isEchoOff())), echoCheckDelay)
  }
  conversation.onStderr = (bytes) => void stderr.write(bytes, 'latin1')
  let looksAsleep = 0
  return setInterval(() => {
    looksAsleep = conversation.isWaiting() ? looksAsleep + 1 : 0
    if (looksAsleep * verdictLimits.listeningTick >= verdictLimits.echoPatience) child.flushHeld?.()
  }, verdictLimits.listeningTick)
}

export const keysOutOfScope = 'an answer is a line, and other keys (a single key, arrows, Ctrl-C) are out of scope'

const nameOfTyped = (answer: Bytes | null): string => nameOfAnswer(answer && toReadable(answer))

/**
 * Says why no transcript can hold a recording: a limit ended it, the program waits where no prompt shows it, or its output
 * does not show that answers arrived as lines. Undefined if one can.
 * @param isGuess true if the prompt was detected
 */
export function whyUnfit(recording: RecordedSession, prompt: Prompt | undefined, isGuess = false): string | undefined {
  const { turns, end, unsent, stderr, takesKeys } = recording
  const output = turns.at(-1)?.output ?? ''
  if (takesKeys) return `reacts to a key before Enter: ${keysOutOfScope}`
  if (end.how === 'exit')
    return turns.length === 1 && unsent !== undefined
      ? `ended before ${nameOfTyped(unsent)} could be sent, with ${nameOfExit(end.status, stderr || output)}`
      : undefined
  if (end.how === 'cut') {
    if (turns.length > 1 && outputOf({ turns: turns.slice(1) }) === '') return 'wrote nothing after any answer'
    return endsWithPrompt(output, prompt)
      ? undefined
      : 'does not end after its last output, which is no prompt (in Node, readline keeps a pipe open: call process.exit())'
  }
  if (hasInputEnded(recording))
    return end.how === 'silent' ? sentenceOfTrouble(recording) : `${sentenceOfStop(end)} after the end of input`
  const answer = turns.at(-2)?.answer
  const after = answer === undefined ? '' : ` after answer ${turns.length - 1}, ${nameOfTyped(answer)}`
  const last = prompt === undefined ? lastLine(output) : output
  if (end.how !== 'silent' || last === '') return `${sentenceOfStop(end)}${after}`
  const shown = JSON.stringify(toReadable(last).slice(-60))
  const isPrompt =
    prompt === undefined
      ? `if ${shown} is a prompt, say so: --prompt`
      : `${shown} does not match the ${isGuess ? 'detected ' : ''}${nameOfPrompt(prompt)}`
  return `${sentenceOfStop(end)}${after}: ${isPrompt}`
}

/** @throws UsageError if no transcript can hold the recording */
export function transcriptOf(head: Transcript, game: FoundGame | undefined, recording: RecordedSession): Transcript {
  const prompt = promptIn(head, game, recording)
  const why = whyUnfit(recording, prompt, isDetected(head))
  if (why !== undefined) throw new UsageError(head.command, why)
  const { timeout, isHidden, notOnPipes } = recording
  const note = `${notReplayed} ${hiddenAnswer} stands for an answer that was not shown.`
  const transcript = withSettings(isHidden ? { ...head, comments: [...head.comments, note] } : head, {
    ...(isDetected(head) && { unprompted: undefined, prompt: prompt?.source }),
    ...(timeout !== undefined && { timeout: `${timeout}` }),
    ...((isHidden || notOnPipes !== undefined) && { pty: 'only' }),
  })
  return withSession(transcript, recording, prompt)
}

/** Adds the settings with which the session reads as it was. @throws UsageError if it reads as another one */
function withSession(head: Transcript, recording: RecordedSession, prompt: Prompt | undefined): Transcript {
  const { path, settings } = head
  const { turns, end } = recording
  const session = shownOf({ turns })
  const unprompted = answersOf({ turns: turns.filter(({ output }) => !endsWithPrompt(output, prompt)) })
  const unanswered = unansweredIn(turns, prompt, unprompted)
  const { turns: read } = splitSession(session, prompt, { unprompted, unanswered }, path)
  if (JSON.stringify(read) !== JSON.stringify(turns)) {
    const as = inShort(answersOf({ turns: read })) || 'output'
    const remedy = `give answers that begin neither with ${shownEndOfInput} nor like a prompt, or have the prompts detected with --prompt ''`
    throw new UsageError(path, `the answers would read as ${as} (prompt: ${prompt?.source ?? 'none'}); ${remedy}`)
  }
  const isListed = prompt === undefined || unprompted.length > 0
  // Without a status, a session that ends with a prompt would read as cut off.
  const isStatusSaid = end.how === 'exit' && (end.status > 0 || isCutOff(turns, prompt) || settings.status === 0)
  // Without `compare`, that newline could be of the file.
  const isNewline = settings.compare === undefined && hasInputEnded(recording) && turns.at(-1)?.output === '\n'
  return withSettings(
    { ...head, session },
    {
      unprompted: isListed ? joinLines(unprompted) : undefined,
      ...(settings.status !== 'any' && { status: isStatusSaid ? `${end.status}` : undefined }),
      ...(isNewline && { compare: 'exact' }),
      unanswered: unanswered.join(' ') || undefined,
    },
  )
}

const inShort = (answers: Answers): string => inOneLine(answers.map((answer) => joinLines([answer])))

/**
 * Plays a transcript's program again with the same answers. A line that differs only in its varying places stays.
 * @returns also the number of bytes on standard error that the transcript does not mention
 * @throws UsageError if the program cannot be played, an answer would vanish, or the output would read as another session
 */
export async function recordAgain(
  transcript: Transcript,
  games: readonly FoundGame[],
  limits: Limits,
  context: ExecutionContext,
): Promise<{ transcript: Transcript; unseen: number }> {
  const { path, settings } = transcript
  const game = await gameIn(transcript, games, context)
  const prompt = promptOf(transcript, game)
  const turns = turnsOf(transcript, prompt)
  const typed = answersOf({ turns })
  const how = { limits, context, isInTerminal: settings.pty === 'only', isJoined: settings.stderr === 'shown' }
  const now = await record(transcript, game, typed.values(), how)
  mustKeepAnswers(path, typed, now)
  const why = whyUnfit({ ...now, unsent: undefined }, prompt)
  const isQuestion = now.end.how === 'silent' && settings.prompt !== undefined && now.turns.at(-1)?.output !== ''
  const both = "'# prompt:' must match it and the recorded ones"
  if (why !== undefined) throw new UsageError(path, isQuestion ? `${why}; if it is a prompt, ${both}` : why)
  // Answers after other prompts read as output, which would go.
  if (now.end.how === 'cut' && !isCutOff(turns, prompt, settings)) {
    const where = `the program asks once more after ${pluralize(typed.length, 'answer')}, where it ended before`
    throw new UsageError(path, `not written, as ${where}: write an answer there; if a prompt has changed, ${both}`)
  }
  const again = now.turns.map((turn, at) => {
    const output = withExamples(turns[at]?.output ?? '', turn.output, settings.varies)
    return { ...turn, output }
  })
  const unseen = settings.stderr === undefined ? (now.stderr?.length ?? 0) : 0
  return { transcript: withSession(transcript, { ...now, turns: again }, prompt), unseen }
}

/** @throws UsageError if answers that somebody has typed would vanish: the program may be missing, or crash */
function mustKeepAnswers(path: string, typed: Answers, recording: RecordedSession) {
  const lost = typed.slice(answersOf(recording).length)
  const { turns, end, stderr = turns.at(-1)?.output } = recording
  if (lost.length === 0 || end.how !== 'exit') return
  const count = `${lost.length.toLocaleString('en')} of ${pluralize(typed.length, 'answer')}`
  const ends = clipped(nameOfExit(end.status, stderr))
  throw new UsageError(
    path,
    `not written, as ${count} would vanish (${inShort(lost)}): the program ends before, with ${ends}; fix it or its command, or delete these answers first`,
  )
}

/** Once the second has changed: a greeting that is chosen may be the same by luck. */
const laterReplays = 3

interface Replay {
  readonly transcript: Transcript
  readonly report: TranscriptReport
}

/**
 * Replays a session that was just recorded, until the second has changed. If it fails, tries the settings that may help: a
 * longer limit, standard error shown, a terminal. If its output differs with all input at once, adds `input: interactive`.
 */
export async function replay(
  recorded: Transcript,
  { isJoined = false, isInTerminal = false, limits }: Partial<RecordOptions>,
  verify: Verifier['verify'],
): Promise<Replay> {
  const { settings } = recorded
  let way: Way = settings.pty === 'only' ? 'pty' : 'interactive'
  const attempt = async (transcript: Transcript, by = way): Promise<Replay> => {
    const [report] = await verify(transcript, by, 0)
    if (report === undefined) throw new Error('a transcript is run')
    return { transcript, report }
  }
  let found = await attempt(recorded)
  const longest = limits === undefined ? 0 : longestTimeout(limits)
  if (found.report.verdict === 'TLE' && (settings.timeout ?? 0) < longest)
    found = await attempt(withSettings(recorded, { timeout: `${longest}` }))
  if (!found.report.ok && found.report.unseen !== undefined && isJoined)
    found = await attempt(withSettings(recorded, { stderr: 'shown' }))
  if (!found.report.ok && isInTerminal && way !== 'pty') {
    way = 'pty'
    found = await attempt(withSettings(recorded, { pty: 'only' }))
  }
  if (found.report.ok && way === 'interactive' && settings.input === undefined) {
    const atOnce = await attempt(found.transcript, 'stdin')
    if (!atOnce.report.ok) found = { ...found, transcript: withSettings(found.transcript, { input: 'interactive' }) }
  }
  if (found.report.ok) await sleep(betweenRuns)
  for (let times = 0; found.report.ok && times < laterReplays; times++) found = await attempt(found.transcript)
  return found
}

/**
 * Finds the built-in kinds of text that differ from run to run, or show the present time.
 * @param again replays a transcript
 * @returns an example of each kind; empty if nothing does, or something else differs, too
 */
export async function whatVaries(
  { transcript, report }: Replay,
  again: (transcript: Transcript) => Promise<Replay>,
  now = new Date(),
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let last = report; !last.ok; ) {
    const { expected = '', actual = '' } = last.failure?.turns.findLast(({ actual }) => actual !== undefined) ?? {}
    const fresh = [...kindsThatDiffer(expected, actual)].filter(([kind]) => !found.has(kind))
    if (fresh.length === 0) return new Map()
    for (const [kind, example] of fresh) found.set(kind, example)
    const varying = [...found.keys()].reduce((one, kind) => withSettings(one, { varies: kind }), transcript)
    last = (await again(varying)).report
  }
  return new Map([...found, ...presentIn(transcript, now)])
}

/** Finds a folder of this machine that a session shows outside its varying places: elsewhere, it would not replay. */
export function ownFolderIn({ session, settings }: Transcript, { cwd, env }: ProcessContext): string | undefined {
  const text = withoutVarying(session, settings.varies)
  return [cwd, env.HOME ?? '', tmpdir()].find((folder) => folder.length > 1 && text.includes(`${folder}/`))
}

/** Finds the date and the time of now, or of a minute ago, by their kinds. */
function presentIn({ session, settings }: Transcript, now: Date): [kind: string, shown: string][] {
  const text = withoutVarying(session, settings.varies)
  const [year, number, day = ''] = now.toISOString().slice(0, 10).split('-')
  const month = now.toUTCString().slice(8, 11)
  const numbers = [`${year}.${number}.${day}`, `${day}.${number}.${year}`, `${number}.${day}.${year}`]
  const dates = [...numbers, `${month} +${Number(day)}`, `${month} ${day}`, `${day} ${month}`]
  const times = [0, 60_000].map((ago) => {
    const [hours = 0, minutes] = new Date(now.getTime() - ago).toISOString().slice(11, 16).split(':')
    return `0?(?:${Number(hours)}|${Number(hours) % 12 || 12}):${minutes}`
  })
  return Object.entries({ date: dates, time: times }).flatMap(([kind, forms]): [string, string][] => {
    const [shown] = new RegExp(`\\b(?:${forms.join('|')})\\b`).exec(text) ?? []
    return shown === undefined ? [] : [[kind, shown]]
  })
}
