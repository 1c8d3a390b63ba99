import { checkPlace, writeWhole } from '../games/files.ts'
import { type FoundGame, findCommand, findGame, ourGames } from '../games/find.ts'
import { openPrograms } from '../run/programs.ts'
import { setEcho, whyNoPty } from '../run/pty.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { joinLines, linesFrom, linesOf, splitLines } from '../transcripts/lines.ts'
import { type Prompt, parsePrompt } from '../transcripts/prompt.ts'
import { failureOfReplay } from '../transcripts/proof.ts'
import { hiddenAnswer, type Recording, record } from '../transcripts/record.ts'
import { isGame, promptOf } from '../transcripts/script.ts'
import { formatTranscript, parseTranscript, type Transcript } from '../transcripts/transcript.ts'
import { placeFor, wordsOf } from '../transcripts/verify.ts'
import { commandLine, gameOfPlace, sentenceOf, sessionOf, shellWord, transcriptOf } from '../transcripts/write.ts'
import type { Options } from './options.ts'

interface RecordOptions extends Options {
  readonly lines?: string
  readonly prompt?: string
  readonly comment?: string
  readonly pty?: boolean
  readonly force?: boolean
}

/** `ninehole record FILE [-- COMMAND…]` */
export async function recordVerb(path: string, words: readonly string[], options: RecordOptions) {
  const { lines: given, game, force = false, timeout: limits } = options
  checkPlace(path, force)
  const person = given === undefined && process.stdin.isTTY === true
  const terminal = person || options.pty === true
  const asked = game === undefined ? [] : [await findCommand(game)]
  const games = [...asked, ...ourGames()]
  const command = words.length > 0 ? commandLine(words) : (asked[0] ?? gameOfPlace(path, games)).name
  const prompt =
    isGame(command, games) && options.prompt === undefined ? undefined : await promptOption(command, person, options)
  const head = headOf(options.comment ?? sentenceOf(path), command)

  const typed: (Bytes | null)[] = []
  const lines = given === undefined ? keeping(linesFrom(process.stdin, person), typed) : linesOf(splitLines(given))
  let recording: Recording | undefined
  try {
    recording = await play(head, games, lines, { prompt, person, terminal, ...limits })
    const transcript = transcriptOf(path, { comments: head.comments, command, prompt, games }, recording)
    const write = (...comments: string[]) =>
      writeWhole(path, formatTranscript([...transcript.comments, ...comments], command, transcript.session), force)

    if (recording.exchanges.some(({ answer }) => answer === hiddenAnswer)) {
      write(`# Not replayed: ${hiddenAnswer} is an answer that the terminal did not show.`, '# pty: only')
      process.stdout.write(`${path}: not replayed, as it has hidden answers\n`)
      return
    }
    if (process.stderr.isTTY) process.stderr.write('ninehole: replaying …\n')
    const inPty = terminal && whyNoPty() === undefined
    const failure = await failureOfReplay(transcript, games, inPty, limits)
    if (failure !== undefined) {
      process.stdout.write(`${path}: not written, as it does not replay: ${failure}\n`)
      process.exitCode = 1
      keep(path, command, typed, recording, 'it does not replay')
      return
    }
    const inPtyOnly = inPty && (await failureOfReplay(transcript, games, false, limits)) !== undefined
    write(...(inPtyOnly ? ['# pty: only'] : []))
    report(path, recording, inPtyOnly)
  } catch (error) {
    if (error instanceof UsageError) keep(path, command, typed, recording, error.message)
    throw error
  }
}

/** @throws UsageError if the comment would be read as a setting */
function headOf(comment: string, command: string): Transcript {
  const comments = comment.split('\n').map((line) => `# ${line}`.trimEnd())
  const head = parseTranscript('--comment', formatTranscript(comments, command, ''))
  const { settings } = parseTranscript('', formatTranscript([], command, ''))
  if (JSON.stringify(head.settings) !== JSON.stringify(settings))
    throw new UsageError('--comment', `reads as a setting: ${comment}`)
  return head
}

async function* keeping(lines: AsyncIterable<Bytes | null>, kept: (Bytes | null)[]): AsyncGenerator<Bytes | null> {
  for await (const line of lines) {
    kept.push(line)
    yield line
  }
}

/** Saves a session that cannot be written as a transcript, and prints the `--lines` that play it again. */
function keep(
  path: string,
  command: string,
  typed: readonly (Bytes | null)[],
  recording: Recording | undefined,
  why: string,
) {
  if (typed.length === 0) return
  const lines = `--lines ${shellWord(joinLines(typed))}`
  process.stderr.write(`ninehole: to play it again: ${lines}\n`)
  if (recording === undefined) return
  const comments = [`# Not a transcript: ${why}`, `# To play it again: ${lines}`]
  writeWhole(`${path}.rejected`, formatTranscript(comments, command, sessionOf(recording)), true)
  process.stderr.write(`ninehole: the session is in ${path}.rejected\n`)
}

/** Plays the session that is to be written; a person sees it on their terminal. */
async function play(
  head: Transcript,
  games: readonly FoundGame[],
  lines: AsyncIterator<Bytes | null>,
  how: { prompt: Prompt | undefined; person: boolean; terminal: boolean; milliseconds: number },
): Promise<Recording> {
  const { command } = head
  const programs = openPrograms(placeFor(how.terminal, true))
  const prompt = how.prompt ?? (isGame(command, games) ? promptOf(head, games) : undefined)
  const show = (stream: NodeJS.WriteStream) => (bytes: Bytes) => stream.write(bytes, 'latin1')
  const screen = how.person ? { onOutput: show(process.stdout), onStderr: show(process.stderr), onEcho: setEcho } : {}
  if (how.person) {
    process.stderr.write('ninehole: recording; ^C gives it up, ^\\ ends it where the program waits\n')
    process.on('SIGQUIT', () => process.stdin.destroy())
  }
  const options = { ...how, ...screen, prompt }
  const recording = await record(programs, wordsOf(head, [], games), command, lines, options).finally(programs.close)
  if (!process.stdin.destroyed) process.stdin.destroy()
  if (how.person && !recording.last.endsWith('\n')) process.stdout.write('\n')
  const { exchanges, status, unsent, stderr, last } = recording
  if (exchanges.length === 0 && (unsent !== undefined || (status ?? 0) !== 0)) {
    const [complaint] = (stderr || last).split('\n')
    throw new UsageError(command, `ended with ${status} before any answer${complaint ? `: ${complaint}` : ''}`)
  }
  return recording
}

/** What the prompts of a program look like that is not one of our games; undefined if silence is to show them. */
async function promptOption(command: string, person: boolean, { prompt, game }: RecordOptions) {
  if (prompt === '' || (person && prompt === undefined && game === undefined)) return undefined
  const source = prompt ?? (game && (await findGame(game)).prompt.source)
  if (source === undefined)
    throw new UsageError(
      command,
      "what do its prompts look like? --prompt '^> ', or --prompt '' to find out by waiting",
    )
  const parsed = parsePrompt(source)
  if ('error' in parsed) throw new UsageError('--prompt', parsed.error)
  return parsed.value
}

function report(path: string, { exchanges, unsent }: Recording, inPtyOnly: boolean) {
  const answers = `${exchanges.length} answer${exchanges.length === 1 ? '' : 's'}`
  process.stdout.write(`${path}: ${answers}, replays${inPtyOnly ? ', in a pseudo-terminal only (--pty)' : ''}\n`)
  if (unsent === undefined) return
  const line = unsent === null ? 'the end of input' : `'${unsent}'`
  process.stderr.write(`ninehole: the program ended before ${line} could be sent\n`)
}
