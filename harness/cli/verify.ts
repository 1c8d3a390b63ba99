import pMap from 'p-map'
import { writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { patchOf } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { print } from '../report/output.ts'
import { startProgress } from '../report/progress.ts'
import type { TranscriptReport } from '../report/report.ts'
import { Reports, showErrors, thisMachine } from '../report/reporters.ts'
import { commandToReproduce, optionsOfLimits } from '../report/reproduce.ts'
import { printable, withoutCommands, withSymbols } from '../report/text.ts'
import { sentenceOfUnseen } from '../report/words.ts'
import { userPlace } from '../run/programs.ts'
import { openSandbox } from '../run/sandbox.ts'
import type { Place } from '../run/shell.ts'
import { toReadable } from '../session/bytes.ts'
import type { Way } from '../session/script.ts'
import { gamesWith } from '../transcripts/games.ts'
import { findTranscripts, formatTranscript, readTranscript } from '../transcripts/transcript.ts'
import { recordAgain } from '../transcripts/update.ts'
import { reportOfError, Verifier, waysOf } from '../transcripts/verify.ts'
import { ask } from './ask.ts'
import { isInShard, type SharedOptions } from './options.ts'
import { reviewVerb } from './review.ts'
import { statusOf, statusUnlessStopped, untilStopped } from './stop.ts'

interface VerifyVerbOptions extends SharedOptions {
  readonly filter?: string
  readonly input?: Way
  readonly update?: boolean
  readonly yes?: boolean
  readonly review?: boolean
  readonly accept?: readonly string[]
}

export async function verifyVerb(
  paths: readonly string[],
  command: readonly string[],
  options: VerifyVerbOptions,
  host: Host,
): Promise<number> {
  const { shard, limits, game } = options
  const isWriting = options.update || options.review
  if (isWriting) mustBeWritable(command, options, host)
  const games = await gamesWith(game, host.cwd)
  if (games[0]?.options.length)
    throw new UsageError(`--game '${game}'`, 'each transcript has the options of its own game')
  const chosen = chosenIn(paths, options, host)
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  const verifier = new Verifier({ command, games, limits, sandbox, surroundings: host })
  const machine = thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })
  const reports = new Reports(host, options.reporter, [machine], [...chosen, ...command])
  const mine = chosen.filter(isInShard(shard))
  const sessions = mine.map((path) => (options.input === undefined ? sessionsOf(path, host.cwd) : 1))
  const progress = startProgress(
    host,
    sessions.reduce((sum, count) => sum + count, 0),
  )
  const found: TranscriptReport[][] = []
  const withCommand = (report: TranscriptReport): TranscriptReport => {
    const given = { input: report.input || undefined, game, ...optionsOfLimits(limits) }
    return { ...report, reproduce: commandToReproduce(['verify', report.path], given, command) }
  }
  const verifyOne = async (path: string) =>
    path.endsWith('.interaction')
      ? verifier.verifyInteraction(path, options.input)
      : verifier.verify(readTranscript(path, host.cwd), options.input)
  const verifyAll = (stop: AbortSignal) => {
    stop.addEventListener('abort', verifier.close)
    const run = async (path: string, index: number) => {
      stop.throwIfAborted()
      const cases = await verifyOne(path).catch((error) => [reportOfError(path, error)])
      stop.throwIfAborted()
      progress.step(sessions[index])
      found[index] = cases
      if (!isWriting) reports.add(index, cases.map(withCommand))
    }
    return pMap(mine, run, { concurrency: options.jobs })
  }
  const isStopped = await untilStopped(host.signal, verifyAll).finally(() => {
    progress.stop()
    verifier.close()
  })
  const write = options.update ? update : reviewVerb
  if (isWriting && !isStopped)
    return statusUnlessStopped(host.signal, () => write(found.flat(), games, userPlace(sandbox, host), options, host))
  const done = Object.keys(found).length
  const stopped = isStopped ? `stopped after ${done} of ${mine.length} transcripts` : undefined
  const status = reports.end({ shard, stopped })
  return isStopped ? statusOf(host.signal) : status
}

/** @throws UsageError if transcripts cannot be written with these options */
function mustBeWritable(command: readonly string[], { update, yes }: VerifyVerbOptions, { stdin }: Host) {
  const option = update ? '--update' : '--review'
  if (command.length > 0) throw new UsageError(option, 'writes the output of the recorded command, not of another')
  if (update && !yes && !stdin.isTTY) throw new UsageError(option, 'needs --yes where nobody can be asked')
}

/** The number of sessions in a file, for the progress; 1 if the file cannot be read. */
function sessionsOf(path: string, cwd: string): number {
  if (path.endsWith('.interaction')) return 1
  try {
    return waysOf(readTranscript(path, cwd).settings).length
  } catch {
    return 1
  }
}

function chosenIn(paths: readonly string[], { filter = '' }: VerifyVerbOptions, { cwd }: Host): string[] {
  const chosen = findTranscripts(paths.length > 0 ? paths : ['.'], cwd).filter((path) => path.includes(filter))
  if (chosen.length === 0) throw new UsageError(`--filter ${filter}`, 'no transcript has this in its path')
  return chosen
}

/**
 * Shows what would change in each failed transcript, and writes it after asking.
 * @param place where the programs run
 */
async function update(
  cases: readonly TranscriptReport[],
  games: readonly FoundGame[],
  place: Place,
  options: VerifyVerbOptions,
  host: Host,
): Promise<number> {
  const paths = new Set(cases.flatMap(({ path, failure }) => (failure === null ? [] : [path])))
  const errors: TranscriptReport[] = []
  let written = 0
  let isStopped = false
  for (const path of paths) {
    if (isStopped) break
    const transcript = readTranscript(path, host.cwd)
    const expected = formatTranscript(transcript)
    try {
      const again = await recordAgain(transcript, games, options.limits, place)
      const { unseen } = again
      const text = formatTranscript(again.transcript)
      print(host, shown(patchOf(path, toReadable(expected), toReadable(text))))
      if (unseen > 0) print(host, `${printable(`${path}: ${sentenceOfUnseen(unseen)}`)}\n`)
      const answer = options.yes ? 'yes' : await ask(`Write ${printable(path)}? [y/N] `, host)
      isStopped = answer === undefined
      if (!/^y(es)?$/i.test(answer ?? '')) continue
      writeWhole(path, text, { expected, cwd: host.cwd })
      written++
    } catch (error) {
      errors.push(reportOfError(path, error))
    }
  }
  print(host, `${written} of ${paths.size} transcripts that had changed were written\n`)
  const status = showErrors(host, [...cases, ...errors]) || (written < paths.size ? 1 : 0)
  return isStopped ? statusOf(host.signal) : status
}

const shown = (patch: string) => withoutCommands(patch.split('\n').map(withSymbols).join('\n'))
