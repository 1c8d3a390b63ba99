import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { sideBySide } from '../drive/side-by-side.ts'
import { findTranscripts } from '../find/transcripts.ts'
import { Unusable } from '../find/unusable.ts'
import { showDifference } from '../report/difference.ts'
import { startProgress } from '../report/progress.ts'
import { type Verification, verify, verifyInputs } from '../verify.ts'

interface Options {
  readonly timeout: number
  readonly jobs?: number
}

/** `ninehole verify [TRANSCRIPT…] [-- COMMAND…]` */
export async function verifyVerb(paths: readonly string[], command: readonly string[], options: Options) {
  if (paths.length === 0 && !existsSync('fixtures')) throw new Unusable('fixtures', 'no such file or folder')
  const transcripts = findTranscripts(paths.length > 0 ? paths : ['fixtures'])
  const limits = { milliseconds: options.timeout * 1000 }
  const sessions = transcripts.flatMap((transcript) => verifyInputs.map((input) => ({ transcript, input })))
  const results: Verification[] = []
  const progress = startProgress(sessions.length)
  try {
    const hold = async ({ transcript, input }: (typeof sessions)[number]) => {
      results.push(await verify(transcript, { command, input, limits }))
      progress.step()
    }
    await sideBySide(sessions, hold, options.jobs)
  } finally {
    progress.stop()
  }
  const failed = results.filter(({ outcome }) => outcome.verdict !== 'AC').sort(byPath)
  process.stdout.write([...failed.map(show), summary(results, failed)].map((text) => `${text}\n`).join('\n'))
  if (failed.length > 0) process.exitCode = 1
}

const byPath = (a: Verification, b: Verification) => (a.transcript.path < b.transcript.path ? -1 : 1)

function show({ transcript, input, script, outcome }: Verification): string {
  const columns = process.stdout.columns ?? 80
  return `${pc.bold(`${pc.red(outcome.verdict)} ${transcript.path}`)}, ${input}\n${showDifference(script, outcome, columns)}`
}

function summary(results: readonly Verification[], failed: readonly Verification[]): string {
  const transcripts = new Set(results.map(({ transcript }) => transcript)).size
  const held = `${transcripts} transcripts held in ${results.length} sessions`
  return failed.length === 0 ? `${held}, all as recorded` : `${held}, ${failed.length} not as recorded`
}
