import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { createTwoFilesPatch } from 'diff'
import pMap from 'p-map'
import { writeWhole } from '../games/files.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { startProgress } from '../report/progress.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openReports, showErrors, thisMachine } from '../report/reporters.ts'
import { atATime } from '../run/processes.ts'
import { openSandbox } from '../run/sandbox.ts'
import { toReadable } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { recordAgain } from '../transcripts/record.ts'
import { findTranscripts, formatTranscript, readTranscript } from '../transcripts/transcript.ts'
import { openVerifier, scriptOfTranscript, type Way, waysOf } from '../transcripts/verify.ts'
import { commandToReproduce, type Options, shardOf } from './options.ts'

interface VerifyOptions extends Options {
  readonly filter?: string
  readonly input?: Way
  readonly pty?: boolean
  readonly update?: boolean
  readonly yes?: boolean
}

/** `ninehole verify [TRANSCRIPT…] [-- COMMAND…]` */
export async function verifyVerb(paths: readonly string[], command: readonly string[], options: VerifyOptions) {
  const { filter = '', game, shard, jobs, timeout: limits } = options
  if (options.update && command.length > 0)
    throw new UsageError('--update', 'writes the output of the recorded command, not of another')
  if (options.update && !options.yes && !process.stdin.isTTY)
    throw new UsageError('--update', 'needs --yes where nobody can be asked')
  const games = [...(game === undefined ? [] : [await findCommand(game)]), ...ourGames()]
  const found = findTranscripts(paths.length > 0 ? paths : [existsSync('fixtures') ? 'fixtures' : '.'])
  const chosen = found.filter((path) => path.includes(filter))
  if (chosen.length === 0) throw new UsageError(`--filter ${filter}`, 'no transcript has this in its path')

  const sandbox = await openSandbox(options.sandbox)
  const verifier = openVerifier({ command, games, limits, sandbox })
  const asked = options.pty ? 'pty' : options.input
  const sessions = shardOf(chosen, shard).flatMap((path): Session[] => {
    try {
      const transcript = readTranscript(path)
      scriptOfTranscript(transcript, games)
      const ways = asked === undefined ? waysOf(transcript) : [asked]
      return ways.map((way) => ({ path, input: way, run: () => verifier.verify(transcript, way) }))
    } catch (error) {
      return [{ path, input: '', run: () => Promise.reject(error) }]
    }
  })
  const reports = options.update
    ? undefined
    : openReports(options, [thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })])
  const progress = startProgress(sessions.length)
  const run = async ([index, { path, input, run }]: [number, Session]) => {
    const report = await run().catch((error) => unusable(path, input, error))
    const gameFile = game === undefined ? [] : ['--game', game]
    const words = ['verify', path, ...(input === '' ? [] : ['--input', input]), ...gameFile]
    reports?.add(index, { ...report, reproduce: commandToReproduce(words, command) })
    progress.step()
    return report
  }
  const cases = await pMap(sessions.entries(), run, { concurrency: atATime(jobs) }).finally(() => {
    progress.stop()
    verifier.close()
  })
  if (reports !== undefined) return reports.end()
  const failed = new Set(cases.flatMap(({ path, failure }) => (failure === null ? [] : [path])))
  showErrors([...cases, ...(await update([...failed], games, options))])
}

/** A transcript to run in one way, or a malformed one. */
interface Session {
  readonly path: string
  readonly input: Way | ''
  /** @throws UsageError if it cannot be run */
  run(): Promise<TranscriptReport>
}

/** The report of a transcript that cannot be run. */
function unusable(path: string, input: Way | '', error: unknown): TranscriptReport {
  if (!(error instanceof UsageError)) throw error
  const line = Number(/^:(\d+): /.exec(error.message.slice(path.length))?.[1] ?? 1)
  return { kind: 'transcript', path, line, input, ok: false, error: error.message, milliseconds: 0, failure: null }
}

/**
 * Shows what would change in each transcript, and writes it after asking.
 * @returns the reports of those that cannot be recorded again or cannot be written
 */
async function update(paths: readonly string[], games: readonly FoundGame[], { yes, timeout }: VerifyOptions) {
  const failures: TranscriptReport[] = []
  let written = 0
  for (const path of paths) {
    const transcript = readTranscript(path)
    const before = formatTranscript(transcript)
    try {
      const now = await recordAgain(transcript, games, timeout.milliseconds)
      process.stdout.write(
        createTwoFilesPatch(path, path, toReadable(before), toReadable(now), 'recorded', 'now', { context: 3 }),
      )
      if (!yes && !(await isWanted(path))) continue
      writeWhole(path, now, true)
      written++
    } catch (error) {
      failures.push(unusable(path, '', error))
    }
  }
  process.stdout.write(`${written} of ${paths.length} transcripts that had changed were written\n`)
  if (written < paths.length) process.exitCode = 1
  return failures
}

async function isWanted(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Write ${path}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
