import { basename, dirname, resolve } from 'node:path'
import * as shlex from 'shlex'
import { onExit } from 'signal-exit'
import { checkPlace, writeWhole } from '../games/files.ts'
import type { FoundGame } from '../games/find.ts'
import { linesOfInput } from '../games/stdio.ts'
import { showCase } from '../report/table.ts'
import { here } from '../run/programs.ts'
import { setEcho, whyNoPty } from '../run/pty.ts'
import { openSandbox } from '../run/sandbox.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { commandLine, hasHidden, type Recording, record, sentenceOf, transcriptOf } from '../transcripts/record.ts'
import {
  endOfInput,
  formatTranscript,
  joinLines,
  parsePrompt,
  parseTranscript,
  sessionOf,
  splitLines,
  type Transcript,
} from '../transcripts/transcript.ts'
import { gameOf, gamesWith, openVerifier, promptOf } from '../transcripts/verify.ts'
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
  const { force = false, timeout: limits } = options
  checkPlace(path, force)
  const games = await gamesWith(options.game)
  const game = options.game === undefined ? gameOf(basename(dirname(resolve(path))), games) : games[0]
  const command = words.length > 0 ? commandLine(words) : game?.name
  if (command === undefined)
    throw new UsageError(path, 'its folder is not named after a game: use --game NAME or -- COMMAND')
  const comments = (options.comment ?? sentenceOf(path)).split('\n').map((line) => `# ${line}`.trimEnd())
  const head = { ...parseTranscript('--comment', formatTranscript({ comments, command, session: '' })), path }
  const person = options.lines === undefined && process.stdin.isTTY === true
  const prompt = promptFor(head, games, person, options)
  const isInTerminal = options.pty === true || (person && whyNoPty() === undefined)
  const sandbox = await openSandbox(options.sandbox)

  if (person) {
    process.stderr.write('ninehole: recording; ^C gives it up, ^\\ ends it where the program waits\n')
    process.on('SIGQUIT', () => process.stdin.destroy())
    onExit(() => setEcho(true))
  }
  const lines = options.lines === undefined ? linesTyped(person) : splitLines(options.lines).values()
  const place = { ...here(sandbox), terminal: isInTerminal ? ('echo' as const) : undefined }
  const recording = await record(head, games, lines, { prompt, person, ...limits, place })
  process.stdin.destroy()
  if (person && !recording.exchanges.at(-1)?.output.endsWith('\n')) process.stdout.write('\n')

  const reject = (why: string) => {
    if (options.lines === undefined) saveRejected(head, recording, why)
  }
  const verifier = openVerifier({ command: [], limits, games, sandbox })
  try {
    let transcript = transcriptOf(head, prompt, games, recording)
    const isHidden = hasHidden(recording)
    if (process.stderr.isTTY && !isHidden) process.stderr.write('ninehole: replaying …\n')
    let failure = isHidden ? undefined : await verifier.firstFailure(transcript)
    if (failure !== undefined && isInTerminal) {
      const comments = [...transcript.comments, '# pty: only']
      transcript = parseTranscript(path, formatTranscript({ ...transcript, comments }))
      failure = await verifier.firstFailure(transcript)
    }
    if (failure !== undefined) {
      process.stdout.write(`${path}: not written, as it does not replay\n${showCase(failure)}\n`)
      process.exitCode = 1
      return reject('it does not replay')
    }
    writeWhole(path, formatTranscript(transcript), force)
    report(transcript, recording)
  } catch (error) {
    if (error instanceof UsageError) reject(error.message)
    throw error
  } finally {
    verifier.close()
  }
}

/** What the prompts look like; undefined if the program's silence must tell. */
function promptFor(head: Transcript, games: readonly FoundGame[], person: boolean, options: RecordVerbOptions) {
  const { prompt } = options
  const asked = options.game === undefined ? undefined : games[0]
  const game = gameOf(head.command, games) ?? asked
  if (prompt === undefined && game !== undefined) return promptOf({ ...head, command: game.name }, games)
  if (prompt === '' || (prompt === undefined && person)) return undefined
  const advice = "what do its prompts look like? --prompt '^> ', or --prompt '' to find out by waiting"
  if (prompt === undefined) throw new UsageError(head.command, advice)
  const parsed = parsePrompt(prompt)
  if ('error' in parsed) throw new UsageError('--prompt', parsed.error)
  return parsed.value
}

/** What is typed: the end of a person's input is that of the program's, too; elsewhere, `^D` as a line is. */
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
function saveRejected({ path, command }: Transcript, { exchanges, unsent, error }: Recording, why: string) {
  const answers = exchanges.slice(0, -1).map(({ answer = null }) => answer)
  const sent = unsent === undefined ? answers : [...answers, unsent]
  if (sent.length === 0) return
  const lines = `--lines ${shlex.quote(joinLines(sent))}`
  process.stderr.write(`ninehole: to play it again: ${lines}\n`)
  if (error !== undefined) return
  const comments = [`# Not a transcript: ${why}`, `# To play it again: ${lines}`]
  const saved = formatTranscript({ comments, command, session: sessionOf(exchanges) })
  writeWhole(`${path}.rejected`, saved, true)
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
