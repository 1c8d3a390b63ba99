import { basename, dirname, extname, resolve } from 'node:path'
import { execaSync } from 'execa'
import * as shlex from 'shlex'
import { atEnd } from '../base/ending.ts'
import { checkPlace, writeWhole } from '../base/files.ts'
import type { Host, Input, Surroundings } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandLineOf, type FoundGame, findGame } from '../games/find.ts'
import { readLines } from '../games/play.ts'
import { promptLike } from '../judge/reference/check.ts'
import { openedFrom } from '../report/breaks.ts'
import { remediesForFlushing } from '../report/flushing.ts'
import { note, print } from '../report/output.ts'
import type { TranscriptReport } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { pluralize, printable } from '../report/text.ts'
import { sentenceOfUnseen } from '../report/words.ts'
import { userPlace } from '../run/programs.ts'
import { setOwnEcho, whyNoPty } from '../run/pty.ts'
import { openSandbox } from '../run/sandbox.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { usualSilence } from '../session/limits.ts'
import { answersOf } from '../session/session.ts'
import { gameOf, programIn } from '../transcripts/command.ts'
import { gamesWith, settingFor } from '../transcripts/games.ts'
import { whatVaries } from '../transcripts/propose.ts'
import {
  hiddenAnswer,
  isComplete,
  keysOutOfScope,
  nameOfTyped,
  type Recording,
  type RecordOptions,
  record,
  transcriptOf,
  unpromptedSetting,
  whyStopped,
} from '../transcripts/record.ts'
import { replay } from '../transcripts/replay.ts'
import {
  formatTranscript,
  joinLines,
  newTranscript,
  refuseFullScreen,
  shownEndOfInput,
  splitLines,
  type Transcript,
} from '../transcripts/transcript.ts'
import { readVaries, settingOf } from '../transcripts/varies.ts'
import { promptOf, Verifier } from '../transcripts/verify.ts'
import type { SharedOptions } from './options.ts'
import { statusUnlessStopped } from './stop.ts'

interface RecordVerbOptions extends Pick<SharedOptions, 'game' | 'limits' | 'sandbox'> {
  readonly lines?: string
  readonly prompt?: string
  readonly pty?: boolean
  readonly varies?: readonly string[]
  /** False to leave out standard error. */
  readonly stderr: boolean
  readonly force?: boolean
}

export const recordVerb = (
  path: string,
  words: readonly string[],
  options: RecordVerbOptions,
  host: Host,
): Promise<number> => statusUnlessStopped(host.signal, () => recordSession(path, words, options, host))

async function recordSession(
  path: string,
  words: readonly string[],
  options: RecordVerbOptions,
  host: Host,
): Promise<number> {
  const { force = false, limits } = options
  const { cwd } = host
  checkPlace(path, force, cwd)
  const games = await gamesWith(options.game, cwd)
  const command = commandFor(path, words, games, options, host)
  const person = options.lines === undefined && host.stdin.isTTY === true
  const settings = await promptSettings(command, gameOf(command, games) !== undefined, person, options, cwd)
  if (limits.milliseconds > usualSilence) settings.push(`# timeout: ${Math.ceil(limits.milliseconds / 1000)}`)
  settings.push(...readVaries(options.varies).map(({ source }) => settingOf(source)))
  const head = newTranscript(path, { comments: settings, command, session: '' })
  const isInTerminal = options.pty === true || (person && options.stderr && whyNoPty() === undefined)
  const sandbox = await openSandbox(options.sandbox, cwd)
  const screen = person ? host : undefined
  const place = userPlace(sandbox, host)
  const how = { person, screen, limits, place, stop: host.signal, isInTerminal, isJoined: options.stderr }
  const recording = await play(head, games, how, options, host)
  const verifier = new Verifier({ limits, games, sandbox, surroundings: host })
  try {
    const played = transcriptOf(head, games, recording)
    const transcript = described(played, settingFor(gameOf(command, games), path, cwd))
    if (recording.isHidden) return keep(host, transcript, recording, force)
    if (host.stderr.isTTY) note(host, 'replaying …')
    const { transcript: settled, report } = await replay(transcript, how, verifier.verify)
    if (report.ok) return keep(host, settled, recording, force, report)
    print(host, `${path}: not written, as it does not replay\n${showCase(openedFrom(cwd, report))}\n`)
    const again = async (transcript: Transcript) => (await replay(transcript, how, verifier.verify)).report
    adviseOnVarying(host, await whatVaries(settled, report, again))
    if (options.lines === undefined) adviseOnLines(host, recording)
    return 1
  } catch (error) {
    if (error instanceof UsageError && options.lines === undefined) adviseOnLines(host, recording)
    throw error
  } finally {
    verifier.close()
  }
}

function adviseOnVarying(host: Host, varies: ReadonlyMap<string, string>) {
  if (varies.size === 0) return
  const places = [...varies].map(([kind, example]) => `'${example}': # varies: ${kind}?`).join(' ')
  const options = [...varies.keys()].map((kind) => `--varies ${kind}`).join(' ')
  note(host, `it differs at ${places} With ${options} it replays`)
}

/** The command to record, as the transcript shows it: the command after `--`, or a game. */
function commandFor(
  path: string,
  words: readonly string[],
  games: readonly FoundGame[],
  { game: asked }: RecordVerbOptions,
  { cwd, env }: Host,
): string {
  const folder = dirname(resolve(cwd, path))
  const game = asked === undefined ? gameOf(basename(folder), games) : games[0]
  const command = words.length > 0 ? shlex.join(words) : game && commandLineOf(game)
  const [file] = words
  if (file !== undefined && gameOf(command ?? '', games) === undefined && !isThere(file, { cwd, env }))
    throw new UsageError(file, 'no such command')
  if (command === undefined)
    throw new UsageError(path, 'its folder is not named after a game: use --game NAME or -- COMMAND')
  if (/[\r\n]/.test(command))
    throw new UsageError(JSON.stringify(command), 'a transcript cannot hold a command with a newline')
  return command
}

const isThere = (file: string, surroundings: Surroundings) =>
  execaSync('sh', ['-c', 'command -v "$0"', file], { ...surroundings, reject: false }).exitCode === 0

/** Adds settings to a transcript, and before them what its name says: `a-full-board.transcript` → `# A full board.` */
function described(transcript: Transcript, settings: readonly string[]): Transcript {
  const { path, command } = transcript
  const name = basename(path, extname(path))
  const words = name.replaceAll(/[-_]+/g, ' ')
  const comment = name === basename(programIn(command)) ? [] : [`# ${words.charAt(0).toUpperCase()}${words.slice(1)}.`]
  return newTranscript(path, { ...transcript, comments: [...comment, ...settings, ...transcript.comments] })
}

/**
 * Plays the session.
 * @throws UsageError if the program draws on the whole screen, or works in a terminal only
 */
async function play(
  head: Transcript,
  games: readonly FoundGame[],
  how: RecordOptions,
  { lines }: RecordVerbOptions,
  host: Host,
) {
  const { stdin, stdout } = host
  const { person, isInTerminal } = how
  if (person) {
    note(host, 'recording; ^C gives it up, ^\\ ends it where the program waits')
    process.on('SIGQUIT', () => stdin.destroy())
    atEnd(() => setOwnEcho(true))
  }
  // Node has replaced bytes that are not UTF-8.
  if (lines?.includes('\ufffd')) throw new UsageError('--lines', 'not UTF-8: give the answers on standard input')
  const key = splitLines(lines ?? '').find((line) => /^\^[^D]$/.test(line ?? ''))
  if (key) throw new UsageError('--lines', `${key} would be typed as two characters: ${keysOutOfScope}`)
  const given = () => (lines === undefined ? linesTyped(stdin, person) : splitLines(lines).values())
  const recording = await record(head, games, given(), how)
  stdin.destroy()
  for (const { output } of recording.turns) refuseFullScreen(head.command, output)
  const mayNeedTerminal = recording.end.how === 'silent' || (recording.end.how === 'exit' && !isComplete(recording))
  if (mayNeedTerminal && lines !== undefined && !isInTerminal && whyNoPty() === undefined) {
    const again = await record(head, games, given(), { ...how, isInTerminal: true })
    const why = whyStopped(recording, promptOf(head, games))
    const remedy = recording.end.how === 'silent' ? remediesForFlushing(head.command) : '--pty'
    if (isComplete(again)) throw new UsageError(head.command, `${why}; it works in a terminal: use ${remedy}`)
  }
  if (person && !recording.turns.at(-1)?.output.endsWith('\n')) stdout.write('\n')
  return recording
}

async function promptSettings(
  command: string,
  isGame: boolean,
  person: boolean,
  options: RecordVerbOptions,
  cwd: string,
) {
  const { prompt, game } = options
  if (prompt) {
    // Throws if it is no prompt.
    promptLike(prompt)
    return [`# prompt: ${prompt}`]
  }
  if (prompt === undefined && isGame) return []
  if (prompt === undefined && game !== undefined) return [`# prompt: ${(await findGame(game, [], cwd)).prompt.source}`]
  if (prompt === '' || person) return [unpromptedSetting]
  throw new UsageError(command, "what do its prompts look like? --prompt '^> ', or --prompt '' to have them detected")
}

/** The typed lines. The end of input is the end of a person's input or, without a person, a line `^D`. */
async function* linesTyped(stdin: Input, person: boolean): AsyncGenerator<Bytes | null> {
  try {
    for await (const text of readLines(stdin)) {
      if (!person && text === shownEndOfInput) return yield null
      yield toBytes(text)
    }
    if (person) yield null
  } catch {
    // ^\ closed standard input.
  }
}

/** Prints the `--lines` that play a rejected session again. */
function adviseOnLines(host: Host, recording: Recording) {
  const answers = answersOf(recording)
  const sent = recording.unsent === undefined ? answers : [...answers, recording.unsent]
  if (sent.length > 0) note(host, `to play it again: --lines ${shlex.quote(joinLines(sent))}`)
}

function keep(
  host: Host,
  transcript: Transcript,
  recording: Recording,
  force: boolean,
  replayed?: TranscriptReport,
): number {
  const { path, settings } = transcript
  writeWhole(path, formatTranscript(transcript), { ...(force ? {} : { expected: null }), cwd: host.cwd })
  const remarks = [
    pluralize(recording.turns.length - 1, 'answer'),
    recording.isHidden ? 'not replayed, as some are hidden' : 'replays',
    ...(settings.pty === 'only' ? ['in a pseudo-terminal only (--pty)'] : []),
    ...(settings.input === 'interactive' ? ['line by line only (# input: interactive)'] : []),
    ...(settings.stderr === 'shown' ? ['with standard error (# stderr: shown)'] : []),
  ]
  print(host, `${printable(path)}: ${remarks.join(', ')}\n`)
  if (replayed?.unseen !== undefined) note(host, `it ${sentenceOfUnseen(replayed.unseen)}`)
  if (recording.isHidden) note(host, `verify fails until you write what you typed in place of ${hiddenAnswer}`)
  const { unsent } = recording
  if (unsent === undefined) return 0
  note(host, `the program ended before ${nameOfTyped(unsent)} could be sent`)
  return 0
}
