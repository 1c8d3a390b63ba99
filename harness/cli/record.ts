import { type FoundGame, findCommand, findGame, ourGames } from '../games/find.ts'
import { whyNoPty } from '../run/pty.ts'
import { onTerminal } from '../run/pty-hold.ts'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'
import { commandLine, gameOfPlace, sentenceOf } from '../transcripts/command.ts'
import { checkPlace, writeWhole } from '../transcripts/file.ts'
import { linesFrom, linesOf, splitLines } from '../transcripts/lines.ts'
import { promptFor } from '../transcripts/prompt.ts'
import { failureOfReplay } from '../transcripts/proof.ts'
import { type Recording, record } from '../transcripts/record.ts'
import { formatTranscript, parseTranscript } from '../transcripts/transcript.ts'
import { programOf, promptOf } from '../transcripts/verify.ts'
import { isGame, transcriptOf } from '../transcripts/write.ts'

interface Options {
  readonly lines?: string
  readonly game?: string
  readonly prompt?: string
  readonly comment?: string
  readonly pty?: boolean
  readonly force?: boolean
  readonly timeout: number
}

/** `ninehole record FILE [-- COMMAND…]` */
export async function recordVerb(path: string, words: readonly string[], options: Options) {
  const force = options.force === true
  checkPlace(path, force)
  const person = options.lines === undefined && process.stdin.isTTY === true
  const asked = options.game === undefined ? undefined : await findCommand(options.game)
  const games = asked === undefined ? ourGames() : [asked, ...ourGames()]
  const command = words.length > 0 ? commandLine(words) : (asked ?? gameOfPlace(path, games)).name
  const prompt =
    isGame(command, games) && options.prompt === undefined ? undefined : await promptOption(command, person, options)
  const terminal = person || options.pty === true
  const limits = { milliseconds: options.timeout * 1000 }

  const lines = options.lines === undefined ? linesFrom(process.stdin, person) : linesOf(splitLines(options.lines))
  const recording = await play(command, games, lines, { prompt, person, terminal, ...limits })
  const head = { comment: options.comment ?? sentenceOf(path), command, prompt, games }
  const transcript = transcriptOf(path, head, recording)
  const inPty = terminal && whyNoPty() === undefined
  const failure = await failureOfReplay(transcript, games, inPty, limits)
  if (failure !== undefined) {
    process.stdout.write(`${path}: not written, as it does not replay: ${failure}\n`)
    process.exitCode = 1
    return
  }
  const inPtyOnly = inPty && (await failureOfReplay(transcript, games, false, limits)) !== undefined
  const comment = inPtyOnly ? `${head.comment}\npty: only` : head.comment
  writeWhole(path, transcriptOf(path, { ...head, comment }, recording).file, force)
  report(path, recording, inPtyOnly)
}

/** Holds the session that is to be written; what a person sees of it goes to their terminal. */
async function play(
  command: string,
  games: readonly FoundGame[],
  lines: AsyncIterator<Bytes | null>,
  how: { prompt: RegExp | undefined; person: boolean; terminal: boolean; milliseconds: number },
): Promise<Recording> {
  const nothing = parseTranscript(command, formatTranscript([], command, ''))
  const program = programOf(nothing, [], games)
  const prompt = how.prompt ?? (isGame(command, games) ? promptOf(nothing, games) : undefined)
  const show = (stream: NodeJS.WriteStream) => (bytes: Bytes) => stream.write(bytes, 'latin1')
  const screen = how.person ? { onSaid: show(process.stdout), onComplaint: show(process.stderr) } : {}
  if (how.person) {
    process.stderr.write('ninehole: recording; ^C gives it up, ^\\ ends it where the program waits\n')
    process.once('SIGQUIT', () => process.stdin.destroy())
  }
  const recording = await record(how.terminal ? onTerminal(program) : program, command, lines, {
    ...how,
    ...screen,
    prompt,
  })
  if (!process.stdin.destroyed) process.stdin.destroy()
  if (how.person && !recording.last.endsWith('\n')) process.stdout.write('\n')
  const { exchanges, status, unsent, stderr, last } = recording
  if (exchanges.length === 0 && (unsent !== undefined || (status ?? 0) !== 0)) {
    const [complaint] = (stderr || last).split('\n')
    throw new Unusable(command, `ended with ${status} before any answer${complaint ? `: ${complaint}` : ''}`)
  }
  return recording
}

/** What the prompts of a program look like that is no game which we know; nothing where that is to be found out. */
async function promptOption(command: string, person: boolean, { prompt, game }: Options) {
  if (prompt === '' || (person && prompt === undefined && game === undefined)) return undefined
  const source = prompt ?? (game && (await findGame(game)).prompt.source)
  if (source === undefined)
    throw new Unusable(command, "what do its prompts look like? --prompt '^> ', or --prompt '' to find out by waiting")
  const found = promptFor(source)
  if (found === undefined) throw new Unusable('--prompt', `is no regular expression: ${source}`)
  return found
}

function report(path: string, { exchanges, unsent }: Recording, inPtyOnly: boolean) {
  const answers = `${exchanges.length} answer${exchanges.length === 1 ? '' : 's'}`
  process.stdout.write(`${path}: ${answers}, replays${inPtyOnly ? ', in a pseudo-terminal only (--pty)' : ''}\n`)
  if (unsent === undefined) return
  const line = unsent === null ? 'the end of input' : `'${unsent}'`
  process.stderr.write(`ninehole: the program ended before ${line} could be sent\n`)
}
