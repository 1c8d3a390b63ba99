import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import pMap from 'p-map'
import { below } from '../games/files.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { startProgress } from '../report/progress.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openReports, showErrors } from '../report/reporters.ts'
import { atATime } from '../run/processes.ts'
import { UsageError } from '../session/usage-error.ts'
import { findTranscripts, isTranscriptName, readTranscript } from '../transcripts/find.ts'
import { scriptOfTranscript } from '../transcripts/script.ts'
import type { Transcript } from '../transcripts/transcript.ts'
import { updateOf } from '../transcripts/update.ts'
import { openVerifier, type Way, waysOf } from '../transcripts/verify.ts'
import { type Options, shardOf } from './options.ts'

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
  const found = paths.length > 0 ? findTranscripts(paths) : ownTranscripts()
  const chosen = shardOf(
    found.filter((path) => path.includes(filter)),
    shard,
  )
  if (chosen.length === 0 && shard === undefined)
    throw new UsageError(`--filter ${filter}`, 'no transcript is called that')

  const asked = options.pty ? 'pty' : options.input
  const sessions = chosen.flatMap((path): Session[] => {
    try {
      const transcript = readTranscript(path)
      scriptOfTranscript(transcript, games)
      return (asked === undefined ? waysOf(transcript) : [asked]).map((way) => ({ transcript, way }))
    } catch (error) {
      return [malformed(path, error)]
    }
  })
  const reports = options.update ? undefined : await openReports(options)
  const progress = startProgress(sessions.length)
  const verifier = openVerifier({ command, games, limits })
  const run = async ([index, session]: [number, Session]) => {
    const report =
      'kind' in session
        ? session
        : await verifier.verify(session.transcript, session.way).catch((error) => {
            // A COMMAND that cannot be started is the same error for all transcripts.
            if (command.length > 0) throw error
            return { ...malformed(session.transcript.path, error), input: session.way }
          })
    reports?.add(index, report)
    progress.step()
    return report
  }
  const cases = await pMap(sessions.entries(), run, { concurrency: atATime(jobs) }).finally(() => {
    progress.stop()
    verifier.close()
  })
  if (reports !== undefined) return reports.end()
  const failed = new Set(cases.flatMap(({ ok, path }) => (ok ? [] : [path])))
  const transcripts = new Set(sessions.flatMap((session) => ('kind' in session ? [] : [session.transcript])))
  await update(
    [...transcripts].filter(({ path }) => failed.has(path)),
    games,
    options,
  )
  showErrors(cases)
}

/** A transcript to run in one way, or the report that it cannot be run. */
type Session = { readonly transcript: Transcript; readonly way: Way } | TranscriptReport

/** The transcripts of the project in the current folder: those below `fixtures`, or else all. */
function ownTranscripts(): string[] {
  const found = ['fixtures', '.'].filter(existsSync).map((folder) => below(folder, isTranscriptName))
  const paths = found.find(({ length }) => length > 0)
  if (paths === undefined) throw new UsageError('verify', 'no *.transcript in fixtures, nor anywhere below this folder')
  return paths
}

/** The report of a transcript that cannot be run. */
function malformed(path: string, error: unknown): TranscriptReport {
  if (!(error instanceof UsageError)) throw error
  const line = Number(/^:(\d+): /.exec(error.message.slice(path.length))?.[1] ?? 1)
  return { kind: 'transcript', path, line, input: '', ok: false, error: error.message, milliseconds: 0, failure: null }
}

/** Shows what would change in each transcript, and writes it after asking. */
async function update(transcripts: readonly Transcript[], games: readonly FoundGame[], options: VerifyOptions) {
  let written = 0
  for (const transcript of transcripts) {
    const { path, diff, write } = await updateOf(transcript, games, options.timeout)
    process.stdout.write(diff)
    if (!options.yes && !(await isWanted(path))) continue
    write()
    written++
  }
  process.stdout.write(`${written} of ${transcripts.length} transcripts that had changed were written\n`)
  if (written < transcripts.length) process.exitCode ||= 1
}

async function isWanted(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Write ${path}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
