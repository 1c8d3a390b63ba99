import { basename, dirname, extname, resolve } from 'node:path'
import * as shlex from 'shlex'
import { checkPlace, writeWhole } from '../base/files.ts'
import { atEnd, type Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandLineOf, type FoundGame, findGame } from '../games/find.ts'
import { readLines } from '../games/play.ts'
import { promptLike } from '../judge/fuzz/reference.ts'
import { commandToReproduce } from '../report/advice.ts'
import { note, print } from '../report/output.ts'
import type { TranscriptReport } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { clipped, nameOfAnswer, pluralize, printable } from '../report/text.ts'
import { sentenceOfUnseen } from '../report/words.ts'
import { userContext } from '../run/launcher.ts'
import { setOwnEcho, whyNoPty } from '../run/pty.ts'
import { openSandbox } from '../run/sandbox.ts'
import { type Answers, type Bytes, toBytes, toReadable } from '../session/bytes.ts'
import { verdictLimits } from '../session/limits.ts'
import { answersOf, outputOf, shownOf } from '../session/session.ts'
import { gameOf, gamesWith, programIn, settingFor } from '../transcripts/command.ts'
import { hiddenAnswer, type RecordedSession } from '../transcripts/converse.ts'
import { shownEndOfInput } from '../transcripts/prompt.ts'
import {
  keysOutOfScope,
  ownFolderIn,
  type RecordOptions,
  record,
  recordLines,
  replay,
  transcriptOf,
  whatVaries,
} from '../transcripts/record.ts'
import {
  formatTranscript,
  joinLines,
  newTranscript,
  splitLines,
  type Transcript,
  withSettings,
} from '../transcripts/transcript.ts'
import { readVaries, withoutVarying } from '../transcripts/varies.ts'
import { Verifier } from '../transcripts/verify.ts'
import type { SharedOptions } from './options.ts'
import { statusUnlessStopped } from './stop.ts'

interface RecordVerbOptions extends Pick<SharedOptions, 'game' | 'limits' | 'sandbox'> {
  readonly answers?: string
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

async function recordSession(path: string, words: readonly string[], options: RecordVerbOptions, host: Host) {
  const { force = false, limits } = options
  const { cwd, stdin } = host
  checkPlace(path, force, cwd)
  const games = await gamesWith(options.game, cwd)
  const command = commandFor(path, words, games, options, cwd)
  const game = gameOf(command, games)
  const isPerson = options.answers === undefined && stdin.isTTY === true
  const comments = [...commentFor(path, command), ...settingFor(game, path, cwd)]
  comments.push(...(await promptSettings(command, game, isPerson, options, cwd)))
  if (limits.milliseconds > verdictLimits.defaultTimeoutMs)
    comments.push(`# timeout: ${Math.ceil(limits.milliseconds / 1000)}`)
  comments.push(...readVaries(options.varies).map(({ source }) => `# varies: ${source}`))
  const head = newTranscript(path, { comments, command, session: '' })
  const isInTerminal = options.pty === true || (isPerson && options.stderr && whyNoPty() === undefined)
  const sandbox = await openSandbox(options.sandbox, cwd)
  const context = userContext(sandbox, host)
  const how: RecordOptions = { limits, context, stop: host.signal, isInTerminal, isJoined: options.stderr }
  const verifier = new Verifier({ limits, games, context })
  const commandToRepeat = (lines: Answers, more: Partial<RecordVerbOptions> = {}) => {
    const usual = isPerson ? { pty: isInTerminal, ...(game === undefined && { prompt: '' }) } : {}
    const { prompt, varies, game: asked, pty, stderr, sandbox } = { ...usual, ...options, ...more }
    const used = { prompt, varies, answers: joinLines(lines), game: asked, pty, force, 'no-stderr': !stderr }
    const protect = sandbox === 'off' ? {} : { sandbox }
    return commandToReproduce(['record', path], { ...used, ...protect, timeout: limits.milliseconds / 1000 }, words)
  }
  let lines: Answers = []
  try {
    lines = isPerson ? [] : await readAnswers(options, stdin)
    const recording = isPerson ? await byHand(head, game, how, host) : await recordLines(head, game, lines, how)
    if (isPerson) lines = [...answersOf(recording), ...(recording.unsent === undefined ? [] : [recording.unsent])]
    const transcript = transcriptOf(head, game, recording)
    if (recording.isHidden) return keep(host, transcript, recording, force)
    if (host.stderr.isTTY) note(host, 'replaying …')
    const check = (one: Transcript) => replay(one, how, verifier.verify)
    const replayed = await check(transcript)
    const { report } = replayed
    const varies = await whatVaries(replayed, check)
    if (report.ok && varies.size === 0) return keep(host, replayed.transcript, recording, force, report)
    const cause = report.ok ? 'it shows the present time' : `it does not replay\n${showCase(report)}`
    print(host, `${printable(path)}: not written, as ${cause}\n`)
    for (const [kind, example] of varies) note(host, `'${example}' varies: # varies: ${kind}`)
    if (varies.size > 0)
      note(host, `this replays: ${commandToRepeat(lines, { varies: [...(options.varies ?? []), ...varies.keys()] })}`)
    else if (options.answers === undefined) note(host, `to play it again: ${commandToRepeat(lines)}`)
    if (varies.has('number'))
      note(host, "number allows any number anywhere: a pattern, --varies 'took \\d+ ms', hides less")
    return 1
  } catch (error) {
    if (error instanceof UsageError && options.answers === undefined && lines.length > 0)
      note(host, `to play it again: ${commandToRepeat(lines)}`)
    throw error
  } finally {
    verifier.close()
  }
}

/** The command to record, as the transcript shows it: the command after `--`, or a game. */
function commandFor(
  path: string,
  words: readonly string[],
  games: readonly FoundGame[],
  { game: asked }: RecordVerbOptions,
  cwd: string,
): string {
  const game = asked === undefined ? gameOf(basename(dirname(resolve(cwd, path))), games) : games[0]
  const command = words.length > 0 ? shlex.join(words) : game && commandLineOf(game)
  if (command === undefined)
    throw new UsageError(path, 'its folder is not named after a game: use --game NAME or -- COMMAND')
  if (/[\r\n]/.test(command))
    throw new UsageError(JSON.stringify(command), 'a transcript cannot hold a command with a newline')
  return command
}

/** A comment from the name of the file, unless it merely names the program: `a-full-board.transcript` → `# A full board.` */
function commentFor(path: string, command: string): string[] {
  const name = basename(path, extname(path))
  const words = name.replaceAll(/[-_]+/g, ' ')
  return name === basename(programIn(command)) ? [] : [`# ${words.charAt(0).toUpperCase()}${words.slice(1)}.`]
}

async function promptSettings(
  command: string,
  played: FoundGame | undefined,
  isPerson: boolean,
  { prompt, game }: RecordVerbOptions,
  cwd: string,
): Promise<string[]> {
  if (prompt) return [`# prompt: ${promptLike(prompt).source}`]
  if (prompt === undefined && played !== undefined) return []
  if (prompt === undefined && game !== undefined) return [`# prompt: ${(await findGame(game, [], cwd)).prompt.source}`]
  if (prompt === '' || isPerson) return ['# unprompted:']
  throw new UsageError(command, "what do its prompts look like? --prompt '^> ', or --prompt '' to have them detected")
}

/** The lines of `--answers`, or else of standard input, where `^D` is the end of input. */
async function readAnswers({ answers }: RecordVerbOptions, stdin: Host['stdin']): Promise<Answers> {
  // Node has replaced bytes that are not UTF-8.
  if (answers?.includes('\ufffd')) throw new UsageError('--answers', 'not UTF-8: give the answers on standard input')
  const place = answers === undefined ? 'standard input' : '--answers'
  const given = splitLines(answers ?? '')
  if (answers === undefined) {
    for await (const text of readLines(stdin)) {
      given.push(text === shownEndOfInput ? null : toBytes(text))
      if (text === shownEndOfInput) break
    }
    const how = "type them, give them with --answers, or say --answers '' for none"
    if (given.length === 0) throw new UsageError(place, `has no answers: ${how}`)
  }
  const key = given.find((line) => /^\^[^D]$/.test(line ?? ''))
  if (key) throw new UsageError(place, `${key} would be typed as two characters: ${keysOutOfScope}`)
  return given
}

async function byHand(head: Transcript, game: FoundGame | undefined, how: RecordOptions, host: Host) {
  const { stdin, stdout } = host
  note(host, 'recording; ^C gives it up, ^\\ ends it where the program waits')
  process.on('SIGQUIT', () => stdin.destroy())
  atEnd(() => setOwnEcho(true))
  const recording = await record(head, game, typedLines(stdin), { ...how, screen: host })
  stdin.destroy()
  // The terminal does not show a hidden answer, nor the newline behind it; it shows the key that cut a session off.
  const shown = recording.isHidden ? outputOf(recording) : shownOf(recording)
  if (recording.end.how === 'cut' || /[^\n]$/.test(shown)) stdout.write('\n')
  return recording
}

async function* typedLines(stdin: Host['stdin']): AsyncGenerator<Bytes | null> {
  try {
    for await (const text of readLines(stdin)) yield toBytes(text)
    yield null
  } catch {
    // ^\ closed standard input.
  }
}

function keep(host: Host, replayed: Transcript, recording: RecordedSession, force: boolean, report?: TranscriptReport) {
  const { unsent, isHidden, notOnPipes, onlyInTerminal } = recording
  // Another machine would show a different path.
  const folder = ownFolderIn(replayed, host)
  const transcript = folder === undefined ? replayed : withSettings(replayed, { varies: 'path' })
  const { path, settings } = transcript
  writeWhole(path, formatTranscript(transcript), { ...(force ? {} : { expected: null }), cwd: host.cwd })
  const remarks = [
    pluralize(recording.turns.length - 1, 'answer'),
    isHidden ? 'not replayed, as some are hidden' : 'replays',
    ...(recording.end.how === 'cut' ? ['cut off where it waits for another'] : []),
    ...(settings.pty === 'only' ? ['in a pseudo-terminal only (# pty: only)'] : []),
    ...(settings.input === 'interactive' ? ['line by line only (# input: interactive)'] : []),
    ...(settings.stderr === 'shown' ? ['with standard error (# stderr: shown)'] : []),
    ...(settings.timeout === undefined ? [] : [`with a longer limit (# timeout: ${settings.timeout})`]),
  ]
  print(host, `${printable(path)}: ${remarks.join(', ')}\n`)
  if (notOnPipes !== undefined) note(host, `on pipes: ${notOnPipes}`)
  if (onlyInTerminal !== undefined)
    note(host, `in a terminal it asks '${clipped(toReadable(onlyInTerminal), 60)}': --pty records that`)
  for (const one of settings.varies ?? [])
    if (withoutVarying(transcript.session, [one]) === withoutVarying(transcript.session))
      note(host, `# varies: ${one.source}: nothing that it wrote matches`)
  if (folder !== undefined) note(host, `it shows a folder of this machine, ${folder}: # varies: path`)
  if (report?.unseen !== undefined) note(host, `it ${sentenceOfUnseen(report.unseen)}`)
  if (isHidden) note(host, `verify fails until you write what you typed in place of ${hiddenAnswer}`)
  if (unsent !== undefined)
    note(host, `the program ended before ${nameOfAnswer(unsent && toReadable(unsent))} could be sent`)
  return 0
}
