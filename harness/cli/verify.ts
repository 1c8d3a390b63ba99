import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { createTwoFilesPatch } from 'diff'
import pMap from 'p-map'
import { writeWhole } from '../games/files.ts'
import type { FoundGame } from '../games/find.ts'
import { atATime } from '../judge/player.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openReports, showErrors, startProgress, thisMachine } from '../report/reporters.ts'
import { openSandbox } from '../run/sandbox.ts'
import { toReadable } from '../session/bytes.ts'
import type { Way } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import { recordAgain } from '../transcripts/record.ts'
import { findTranscripts, formatTranscript, readTranscript } from '../transcripts/transcript.ts'
import { gamesWith, openVerifier } from '../transcripts/verify.ts'
import { commandToReproduce, type Options } from './options.ts'

interface VerifyOptions extends Options {
  readonly filter?: string
  readonly input?: Way
  readonly update?: boolean
  readonly yes?: boolean
}

/** `ninehole verify [TRANSCRIPT…] [-- COMMAND…]` */
export async function verifyVerb(paths: readonly string[], command: readonly string[], options: VerifyOptions) {
  const { filter = '', shard = () => true, timeout: limits, game } = options
  if (options.update && command.length > 0)
    throw new UsageError('--update', 'writes the output of the recorded command, not of another')
  if (options.update && !options.yes && !process.stdin.isTTY)
    throw new UsageError('--update', 'needs --yes where nobody can be asked')
  const games = await gamesWith(game)
  const places = paths.length > 0 ? paths : [existsSync('fixtures') ? 'fixtures' : '.']
  const chosen = findTranscripts(places).filter((path) => path.includes(filter))
  if (chosen.length === 0) throw new UsageError(`--filter ${filter}`, 'no transcript has this in its path')

  const sandbox = await openSandbox(options.sandbox)
  const verifier = openVerifier({ command, games, limits, sandbox })
  const machine = thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })
  const reports = openReports(options.reporter, [machine])
  const mine = chosen.filter(shard)
  const ways = options.input === undefined ? 2 : 1
  const progress = startProgress(ways * mine.length)
  const run = async (path: string): Promise<TranscriptReport[]> => {
    try {
      return await verifier.verify(readTranscript(path), options.input)
    } catch (error) {
      return [unusable(path, error)]
    } finally {
      progress.step(ways)
    }
  }
  const found = await pMap(mine, run, { concurrency: atATime(options.jobs) }).finally(() => {
    progress.stop()
    verifier.close()
  })
  const cases = found.flat()

  if (options.update) return update(cases, games, options)
  for (const [index, one] of cases.entries()) {
    const reproduce = commandToReproduce(['verify', one.path], { input: one.input || undefined, game }, command)
    reports.add(index, { ...one, reproduce })
  }
  reports.end()
}

/** The report of a transcript that cannot be run. */
function unusable(path: string, error: unknown): TranscriptReport {
  if (!(error instanceof UsageError)) throw error
  const line = Number(/^:(\d+): /.exec(error.message.slice(path.length))?.[1] ?? 1)
  return { kind: 'transcript', path, line, input: '', ok: false, error: error.message, milliseconds: 0, failure: null }
}

/** Shows what would change in each transcript that failed, and writes it after asking. */
async function update(cases: readonly TranscriptReport[], games: readonly FoundGame[], options: VerifyOptions) {
  const paths = new Set(cases.flatMap(({ path, failure }) => (failure === null ? [] : [path])))
  const errors: TranscriptReport[] = []
  let written = 0
  for (const path of paths) {
    const transcript = readTranscript(path)
    try {
      const now = await recordAgain(transcript, games, options.timeout.milliseconds)
      const texts = [toReadable(formatTranscript(transcript)), toReadable(now)] as const
      process.stdout.write(createTwoFilesPatch(path, path, ...texts, 'recorded', 'now', { context: 3 }))
      if (!options.yes && !(await isWanted(path))) continue
      writeWhole(path, now, true)
      written++
    } catch (error) {
      errors.push(unusable(path, error))
    }
  }
  process.stdout.write(`${written} of ${paths.size} transcripts that had changed were written\n`)
  if (written < paths.size) process.exitCode = 1
  showErrors([...cases, ...errors])
}

async function isWanted(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Write ${path}? [y/N] `).catch(() => '')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
