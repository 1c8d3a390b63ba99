import { basename, dirname, extname, resolve } from 'node:path'
import { execaSync } from 'execa'
import * as shlex from 'shlex'
import { onExit } from 'signal-exit'
import { checkPlace, writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandLineOf, findGame } from '../games/find.ts'
import { linesOfInput } from '../games/play.ts'
import { showCase } from '../report/table.ts'
import { here } from '../run/programs.ts'
import { setEcho, whyNoPty } from '../run/pty.ts'
import { openSandbox } from '../run/sandbox.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { answersOf, shownOf } from '../session/session.ts'
import { asksInSilence, type Recording, record, transcriptOf } from '../transcripts/record.ts'
import {
  endOfInput,
  formatTranscript,
  joinLines,
  parsePrompt,
  parseTranscript,
  refuseFullScreen,
  splitLines,
  type Transcript,
} from '../transcripts/transcript.ts'
import { gameOf, gamesWith, openVerifier } from '../transcripts/verify.ts'
import type { SharedOptions } from './options.ts'

interface RecordVerbOptions extends SharedOptions {
  readonly lines?: string
  readonly prompt?: string
  readonly comment?: string
  readonly pty?: boolean
  readonly force?: boolean
}

/** `ninehole record FILE [-- COMMAND…]` */
export async function recordVerb(path: string, words: readonly string[], options: RecordVerbOptions) {
  const { force = false, timeout: limits } = options
  checkPlace(path, force)
  const games = await gamesWith(options.game)
  const game = options.game === undefined ? gameOf(basename(dirname(resolve(path))), games) : games[0]
  const command = words.length > 0 ? shlex.join(words) : game && commandLineOf(game)
  const [file] = words
  if (file !== undefined && gameOf(command ?? '', games) === undefined && !isThere(file))
    throw new UsageError(file, 'no such command')
  if (command === undefined)
    throw new UsageError(path, 'its folder is not named after a game: use --game NAME or -- COMMAND')
  if (/[\r\n]/.test(command))
    throw new UsageError(JSON.stringify(command), 'a command with a newline cannot stand in a transcript')
  const person = options.lines === undefined && process.stdin.isTTY === true
  const comment = options.comment ?? sentenceOf(path, command)
  const comments = comment === '' ? [] : comment.split('\n').map((line) => `# ${line}`.trimEnd())
  const described = parseTranscript('--comment', formatTranscript({ comments, command, session: '' }))
  if (Object.keys(described.settings).length > 0)
    throw new UsageError('--comment', `reads as a setting: ${options.comment}`)
  const settings = await promptSettings(command, gameOf(command, games) !== undefined, person, options)
  const head = parseTranscript(path, formatTranscript({ comments: [...comments, ...settings], command, session: '' }))
  const lines = options.lines === undefined ? linesTyped(person) : splitLines(options.lines).values()
  const isInTerminal = options.pty === true || (person && whyNoPty() === undefined)
  const sandbox = await openSandbox(options.sandbox)

  if (person) {
    process.stderr.write('ninehole: recording; ^C gives it up, ^\\ ends it where the program waits\n')
    process.on('SIGQUIT', () => process.stdin.destroy())
    onExit(() => setEcho(true))
  }
  const where = { person, ...limits, place: here(sandbox) }
  const recording = await record(head, games, lines, { ...where, isInTerminal })
  process.stdin.destroy()
  for (const { output } of recording.turns) refuseFullScreen(command, output)
  const { why = '' } = recording
  const isSilent = /^no output(?!.*--pty)/s.test(why)
  if (isSilent && options.lines !== undefined && !isInTerminal && whyNoPty() === undefined) {
    const again = await record(head, games, splitLines(options.lines).values(), { ...where, isInTerminal: true })
    if (again.why === undefined) throw new UsageError(command, `${why}; it works in a terminal: use --pty`)
  }
  if (person && !recording.turns.at(-1)?.output.endsWith('\n')) process.stdout.write('\n')

  const verifier = openVerifier({ limits, games, sandbox })
  const failureIn = async (transcript: Transcript) => (await verifier.verify(transcript)).find(({ ok }) => !ok)
  try {
    let transcript = transcriptOf(head, games, recording)
    const { isHidden } = recording
    if (process.stderr.isTTY && !isHidden) process.stderr.write('ninehole: replaying …\n')
    let failure = isHidden ? undefined : await failureIn(transcript)
    if (failure !== undefined && isInTerminal) {
      const comments = [...transcript.comments, '# pty: only']
      transcript = parseTranscript(path, formatTranscript({ ...transcript, comments }))
      failure = await failureIn(transcript)
    }
    if (failure === undefined) {
      writeWhole(path, formatTranscript(transcript), force)
      report(transcript, recording)
    } else {
      process.stdout.write(`${path}: not written, as it does not replay\n${showCase(failure)}\n`)
      process.exitCode = 1
      if (options.lines === undefined) saveRejected(head, recording, 'it does not replay')
    }
  } catch (error) {
    if (error instanceof UsageError && options.lines === undefined) saveRejected(head, recording, error.message)
    throw error
  } finally {
    verifier.close()
  }
}

/** Tells whether a shell finds a command. */
const isThere = (file: string) => execaSync('sh', ['-c', 'command -v "$0"', file], { reject: false }).exitCode === 0

/** Makes a comment of a file's name: `a-full-board.transcript`. It is empty if the name says no more than the command. */
export function sentenceOf(path: string, command: string): string {
  const name = basename(path, extname(path))
  if (name === basename(/^\S*/.exec(command)?.[0] ?? '')) return ''
  const words = name.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The settings that say when the program asks; none for a game. */
async function promptSettings(command: string, isGame: boolean, person: boolean, options: RecordVerbOptions) {
  const { prompt, game } = options
  if (prompt) {
    const parsed = prompt.includes('\n') ? { error: 'it cannot contain a newline' } : parsePrompt(prompt)
    if ('error' in parsed) throw new UsageError('--prompt', parsed.error)
    return [`# prompt: ${prompt}`]
  }
  if (prompt === undefined && isGame) return []
  if (prompt === undefined && game !== undefined) return [`# prompt: ${(await findGame(game)).prompt.source}`]
  if (prompt === '' || person) return [asksInSilence]
  throw new UsageError(command, "what do its prompts look like? --prompt '^> ', or --prompt '' to find out by waiting")
}

/** The lines that are typed. A person who ends their input ends the program's; without a person, a line `^D` does. */
async function* linesTyped(person: boolean): AsyncGenerator<Bytes | null> {
  try {
    for await (const text of linesOfInput()) {
      if (!person && text === endOfInput) return yield null
      yield toBytes(text)
    }
    if (person) yield null
  } catch {
    // ^\ has closed it.
  }
}

/** Prints the `--lines` that play a session again, and saves it although it is no transcript. */
function saveRejected({ path, command }: Transcript, recording: Recording, why: string) {
  const answers = answersOf(recording)
  const sent = recording.unsent === undefined ? answers : [...answers, recording.unsent]
  if (sent.length === 0) return
  const lines = `--lines ${shlex.quote(joinLines(sent))}`
  process.stderr.write(`ninehole: to play it again: ${lines}\n`)
  if (recording.why !== undefined) return
  const comments = [`# Not a transcript: ${why}`, `# To play it again: ${lines}`]
  const session = shownOf(recording)
  writeWhole(`${path}.rejected`, formatTranscript({ comments, command, session }), true)
  process.stderr.write(`ninehole: the session is in ${path}.rejected\n`)
}

function report({ path, settings }: Transcript, { turns, isHidden, unsent }: Recording) {
  const count = turns.length - 1
  const replays = isHidden ? 'not replayed, as some are hidden' : 'replays'
  const where = settings.pty === 'only' ? ', in a pseudo-terminal only (--pty)' : ''
  process.stdout.write(`${path}: ${count} answer${count === 1 ? '' : 's'}, ${replays}${where}\n`)
  if (unsent === undefined) return
  const line = unsent === null ? 'the end of input' : `'${unsent}'`
  process.stderr.write(`ninehole: the program ended before ${line} could be sent\n`)
}
