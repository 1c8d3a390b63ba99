import { execaSync } from 'execa'
import * as shlex from 'shlex'
import { onExit } from 'signal-exit'
import { checkPlace, writeWhole } from '../games/files.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { showCase } from '../report/table.ts'
import { here, openPrograms, type Place } from '../run/programs.ts'
import { setEcho, whyNoPty } from '../run/pty.ts'
import { openSandbox } from '../run/sandbox.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { joinLines, linesFrom, splitLines } from '../transcripts/lines.ts'
import { type Prompt, parsePrompt } from '../transcripts/prompt.ts'
import {
  commandLine,
  gameOfFolder,
  hasHidden,
  type Recording,
  type RecordOptions,
  record,
  sentenceOf,
  transcriptOf,
} from '../transcripts/record.ts'
import { formatTranscript, parseTranscript, sessionOf, type Transcript } from '../transcripts/transcript.ts'
import { commandOf, gameOf, openVerifier, promptOf } from '../transcripts/verify.ts'
import type { Options } from './options.ts'

interface RecordVerbOptions extends Options {
  readonly lines?: string
  readonly prompt?: string
  readonly comment?: string
  readonly pty?: boolean
  readonly force?: boolean
}

/** `ninehole record FILE [-- COMMAND…]` */
export async function recordVerb(path: string, words: readonly string[], options: RecordVerbOptions) {
  const { lines: given, force = false, timeout: limits } = options
  checkPlace(path, force)
  const person = given === undefined && process.stdin.isTTY === true
  const game = options.game === undefined ? undefined : await findCommand(options.game)
  const games = game === undefined ? ourGames() : [game, ...ourGames()]
  const command = words.length > 0 ? commandLine(words) : (game ?? gameOfFolder(path, games)).name
  const [file] = words
  if (file !== undefined && gameOf(command, games) === undefined && !isThere(file))
    throw new UsageError(file, 'no such command')
  const head = headOf(options.comment ?? sentenceOf(path), command)
  const prompt = promptFor(head, games, game, person, options.prompt)
  const terminal = options.pty === true || (person && whyNoPty() === undefined)
  const sandbox = await openSandbox(options.sandbox)
  const verifier = openVerifier({ command: [], limits, games, sandbox })
  const lines = given === undefined ? linesFrom(process.stdin, person) : splitLines(given).values()

  const sent: (Bytes | null)[] = []
  let recording: Recording | undefined
  const keep = (why: string) => {
    if (given === undefined) saveRejected(path, command, sent, recording, why)
  }
  try {
    const onLine = (line: Bytes | null) => sent.push(line)
    recording = await play(
      head,
      games,
      lines,
      { prompt, person, ...limits, onLine },
      { ...here(sandbox), terminal: terminal ? 'echo' : undefined },
    )
    let transcript = transcriptOf(path, head, prompt, games, recording)
    const isHidden = hasHidden(recording)
    if (process.stderr.isTTY && !isHidden) process.stderr.write('ninehole: replaying …\n')
    let failure = isHidden ? undefined : await verifier.firstFailure(transcript)
    if (failure !== undefined && terminal) {
      const comments = [...transcript.comments, '# pty: only']
      transcript = parseTranscript(path, formatTranscript(comments, command, transcript.session))
      failure = await verifier.firstFailure(transcript)
    }
    if (failure !== undefined) {
      process.stdout.write(`${path}: not written, as it does not replay\n${showCase(failure)}\n`)
      process.exitCode = 1
      return keep('it does not replay')
    }
    writeWhole(path, formatTranscript(transcript.comments, command, transcript.session), force)
    report(transcript, recording)
  } catch (error) {
    if (error instanceof UsageError) keep(error.message)
    throw error
  } finally {
    verifier.close()
  }
}

/** Whether a shell finds a command. */
const isThere = (file: string) => execaSync('sh', ['-c', 'command -v "$0"', file], { reject: false }).exitCode === 0

/** What the prompts look like; undefined if the program's silence must tell. */
function promptFor(
  head: Transcript,
  games: readonly FoundGame[],
  asked: FoundGame | undefined,
  person: boolean,
  prompt: string | undefined,
): Prompt | undefined {
  const game = prompt === undefined ? (gameOf(head.command, games) ?? asked) : undefined
  if (game !== undefined) return promptOf({ ...head, command: game.name }, games)
  if (prompt === '' || (prompt === undefined && person)) return undefined
  const advice = "what do its prompts look like? --prompt '^> ', or --prompt '' to find out by waiting"
  if (prompt === undefined) throw new UsageError(head.command, advice)
  const parsed = parsePrompt(prompt)
  if ('error' in parsed) throw new UsageError('--prompt', parsed.error)
  return parsed.value
}

/** @throws UsageError if the comment would be read as a setting */
function headOf(comment: string, command: string): Transcript {
  const parse = (comments: readonly string[]) => parseTranscript('--comment', formatTranscript(comments, command, ''))
  const head = parse(comment.split('\n').map((line) => `# ${line}`.trimEnd()))
  if (JSON.stringify(head.settings) !== JSON.stringify(parse([]).settings))
    throw new UsageError('--comment', `reads as a setting: ${comment}`)
  return head
}

/** Plays the session to record; a person sees it on their terminal. */
async function play(
  head: Transcript,
  games: readonly FoundGame[],
  lines: Parameters<typeof record>[3],
  options: RecordOptions,
  place: Place,
): Promise<Recording> {
  const { person } = options
  const programs = openPrograms(place)
  const show = (stream: NodeJS.WriteStream) => (bytes: Bytes) => stream.write(bytes, 'latin1')
  const screen = person ? { onOutput: show(process.stdout), onStderr: show(process.stderr), onEcho: setEcho } : {}
  if (person) {
    process.stderr.write('ninehole: recording; ^C gives it up, ^\\ ends it where the program waits\n')
    process.on('SIGQUIT', () => process.stdin.destroy())
    onExit(() => setEcho(true))
  }
  const words = commandOf(head, [], games)
  const recording = await record(programs, words, head.command, lines, { ...options, ...screen }).finally(
    programs.close,
  )
  process.stdin.destroy()
  if (person && !recording.exchanges.at(-1)?.output.endsWith('\n')) process.stdout.write('\n')
  return recording
}

/** Saves a session that cannot be written as a transcript, and prints the `--lines` that play it again. */
function saveRejected(
  path: string,
  command: string,
  sent: readonly (Bytes | null)[],
  recording: Recording | undefined,
  why: string,
) {
  if (sent.length === 0) return
  const lines = `--lines ${shlex.quote(joinLines(sent))}`
  process.stderr.write(`ninehole: to play it again: ${lines}\n`)
  if (recording === undefined) return
  const comments = [`# Not a transcript: ${why}`, `# To play it again: ${lines}`]
  writeWhole(`${path}.rejected`, formatTranscript(comments, command, sessionOf(recording.exchanges)), true)
  process.stderr.write(`ninehole: the session is in ${path}.rejected\n`)
}

function report({ path, settings }: Transcript, recording: Recording) {
  const { exchanges, unsent } = recording
  const count = exchanges.length - 1
  const replays = hasHidden(recording) ? 'not replayed, as some are hidden' : 'replays'
  const where = settings.pty === 'only' ? ', in a pseudo-terminal only (--pty)' : ''
  process.stdout.write(`${path}: ${count} answer${count === 1 ? '' : 's'}, ${replays}${where}\n`)
  if (unsent === undefined) return
  const line = unsent === null ? 'the end of input' : `'${unsent}'`
  process.stderr.write(`ninehole: the program ended before ${line} could be sent\n`)
}
