import { createInterface } from 'node:readline/promises'
import pMap from 'p-map'
import { exists, writeWhole } from '../base/files.ts'
import { type Host, statusOfSignal } from '../base/host.ts'
import { unifiedDiff } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandToReproduce } from '../report/advice.ts'
import { print, startProgress } from '../report/output.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openReports, showErrors } from '../report/reporters.ts'
import { blockWithSymbols, pluralize, printable, withoutCommands } from '../report/text.ts'
import { sentenceOfUnseen } from '../report/words.ts'
import { userContext } from '../run/launcher.ts'
import { openSandbox } from '../run/sandbox.ts'
import { toReadable } from '../session/bytes.ts'
import type { Way } from '../session/script.ts'
import { gamesWith } from '../transcripts/command.ts'
import { recordAgain } from '../transcripts/record.ts'
import { findTranscripts, formatTranscript, readTranscript, type Transcript } from '../transcripts/transcript.ts'
import { reportOfError, Verifier, waysOf } from '../transcripts/verify.ts'
import type { SharedOptions } from './options.ts'
import { statusUnlessStopped, untilStopped } from './stop.ts'

interface VerifyVerbOptions extends SharedOptions {
  readonly input?: Way
  readonly compare?: string
  readonly pty?: boolean
  readonly update?: boolean
  readonly yes?: boolean
}

export async function verifyVerb(
  paths: readonly string[],
  command: readonly string[],
  options: VerifyVerbOptions,
  host: Host,
): Promise<number> {
  const { compare, shard, limits, game } = options
  const onlyWay = options.pty ? 'pty' : options.input
  checkUpdate(command, options, host)
  const games = await gamesWith(game, host.cwd)
  if (games[0]?.options.length)
    throw new UsageError(`--game '${game}'`, 'each transcript has the options of its own game')
  const stray = paths.slice(1).find((path) => !path.endsWith('.transcript') && !exists(path, host.cwd))
  if (stray !== undefined) throw new UsageError(stray, 'no such file or folder (a command follows --)')
  const unreadable: TranscriptReport[] = []
  const chosen = findTranscripts(paths.length > 0 ? paths : ['.'], host.cwd, (path, error) =>
    unreadable.push(reportOfError(path, error)),
  )
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  if (command.length > 0 && sandbox.wrap === undefined)
    host.stderr.write(`ninehole: '${printable(command[0] ?? '')}' runs without a sandbox, with all your permissions\n`)
  const replaced = command.length > 0 && { command }
  const context = userContext(sandbox, host)
  const verifier = new Verifier({ games, compare, limits, context, ...replaced })
  const protection = options.sandbox === 'off' ? undefined : options.sandbox
  const machine = protection === undefined ? {} : { sandbox: sandbox.name }
  const reports = openReports(host, options.reporter, [machine], [...chosen, ...command])
  const items = [...unreadable, ...chosen.filter(shard).map((path) => readOrReport(path, host.cwd))]
  const sessionsOf = (item: Item) => ('kind' in item || onlyWay ? 1 : waysOf(item.settings).length)
  const total = items.reduce((sum, item) => sum + sessionsOf(item), 0)
  const progress = startProgress(host, total)
  const results: TranscriptReport[][] = []
  const withReproduction = (report: TranscriptReport): TranscriptReport => {
    const given = {
      input: report.input || undefined,
      game,
      compare,
      sandbox: protection,
      timeout: limits.milliseconds / 1000,
    }
    return { ...report, reproduce: commandToReproduce(['verify', report.path], given, command) }
  }
  const verifyAll = (stop: AbortSignal) => {
    stop.addEventListener('abort', verifier.close)
    const verifyItem = async (item: Item, index: number) => {
      stop.throwIfAborted()
      const verified = 'kind' in item ? [item] : verifier.verify(item, onlyWay)
      const cases = await Promise.resolve(verified).catch((error) => [reportOfError(item.path, error)])
      stop.throwIfAborted()
      progress.step(sessionsOf(item))
      results[index] = cases
      if (!options.update) reports.add(index, cases.map(withReproduction))
    }
    return pMap(items, verifyItem, { concurrency: options.jobs })
  }
  const stopStatus = await untilStopped(host.signal, verifyAll).finally(() => {
    progress.stop()
    verifier.close()
  })
  if (options.update && stopStatus === undefined) {
    const hasChanged = (index: number) => results[index]?.some(({ failure }) => failure !== null)
    const changed = items.filter((item, index): item is Transcript => !('kind' in item) && hasChanged(index) === true)
    const again = (transcript: Transcript) => recordAgain(transcript, games, limits, context)
    return statusUnlessStopped(host.signal, () => update(changed, again, results.flat(), options.yes, host))
  }
  const done = Object.keys(results).length
  const stopped = stopStatus === undefined ? undefined : `stopped after ${done} of ${items.length} transcripts`
  const status = reports.end({ stopped })
  return stopStatus ?? status
}

/** @throws UsageError if transcripts cannot be written with these options, or `--yes` stands alone */
function checkUpdate(command: readonly string[], { compare, update, yes }: VerifyVerbOptions, { stdin }: Host) {
  if (!update && yes) throw new UsageError('--yes', 'writes what --update shows, and needs it')
  if (!update) return
  if (compare !== undefined) throw new UsageError('--compare', 'goes without --update, which writes all that differs')
  if (command.length > 0) throw new UsageError('--update', 'writes the output of the recorded command, not of another')
  if (!yes && !stdin.isTTY) throw new UsageError('--update', 'needs --yes where nobody can be asked')
}

type Item = Transcript | TranscriptReport

function readOrReport(path: string, cwd: string): Item {
  try {
    return readTranscript(path, cwd)
  } catch (error) {
    return reportOfError(path, error)
  }
}

/** Shows how each changed transcript would be written, and writes it after asking. */
async function update(
  changed: readonly Transcript[],
  again: (transcript: Transcript) => ReturnType<typeof recordAgain>,
  cases: readonly TranscriptReport[],
  isSure: boolean | undefined,
  host: Host,
): Promise<number> {
  const errors = cases.flatMap(({ error }) => error ?? [])
  const typedAhead: string[] = []
  let written = 0
  let isStopped = false
  for (const transcript of changed) {
    const { path } = transcript
    const expected = formatTranscript(transcript)
    try {
      const { transcript: now, unseen } = await again(transcript)
      const text = formatTranscript(now)
      print(host, withoutCommands(blockWithSymbols(unifiedDiff(path, toReadable(expected), toReadable(text)))))
      if (unseen > 0) print(host, `${printable(`${path}: ${sentenceOfUnseen(unseen)}`)}\n`)
      const answer = isSure ? 'yes' : await ask(`Write ${printable(path)}? [y/N] `, typedAhead, host)
      isStopped = answer === undefined
      if (answer === undefined) break
      if (!/^y(es)?$/i.test(answer)) continue
      writeWhole(path, text, { expected, cwd: host.cwd })
      written++
    } catch (error) {
      errors.push(reportOfError(path, error).error)
    }
  }
  print(host, `${pluralize(changed.length, 'transcript')} changed, ${written} written\n`)
  const status = showErrors(host, errors) || (written < changed.length ? 1 : 0)
  return isStopped ? statusOfSignal('SIGINT') : status
}

/**
 * Asks a person a question.
 * @param typedAhead the lines typed before they were asked for: answers to the next questions; may get more
 * @returns the typed line without blanks around it, empty at the end of input; undefined after Ctrl-C, or once the
 *   command is stopped
 */
async function ask(
  question: string,
  typedAhead: string[],
  { stdin, stderr, signal }: Host,
): Promise<string | undefined> {
  const typed = typedAhead.shift()
  if (typed !== undefined) {
    stderr.write(`${question}${typed}\n`)
    return typed.trim()
  }
  const terminal = createInterface({ input: stdin, output: stderr })
  terminal.on('line', (line) => typedAhead.push(line))
  const gaveUp = new AbortController()
  terminal.on('SIGINT', () => gaveUp.abort())
  const closed = new Promise<string>((resolve) => terminal.on('close', () => resolve('')))
  const stop = AbortSignal.any([gaveUp.signal, signal])
  const answer = terminal.question(question, { signal: stop }).catch(() => '')
  const line = await Promise.race([answer, closed])
  terminal.close()
  if (!stop.aborted) return line.trim()
  stderr.write('\n')
  return undefined
}
