import { existsSync } from 'node:fs'
import { sideBySide } from '../drive/side-by-side.ts'
import { findTranscripts } from '../find/transcripts.ts'
import { Unusable } from '../find/unusable.ts'
import { startProgress } from '../report/progress.ts'
import type { TranscriptReport } from '../report/report.ts'
import { type ReportOptions, show } from '../report/reporters.ts'
import { verify, verifyInputs } from '../verify.ts'

interface Options extends ReportOptions {
  readonly timeout: number
  readonly jobs?: number
}

/** `ninehole verify [TRANSCRIPT…] [-- COMMAND…]` */
export async function verifyVerb(paths: readonly string[], command: readonly string[], options: Options) {
  if (paths.length === 0 && !existsSync('fixtures')) throw new Unusable('fixtures', 'no such file or folder')
  const limits = { milliseconds: options.timeout * 1000 }
  const found = findTranscripts(paths.length > 0 ? paths : ['fixtures'])
  const sessions = found.flatMap((transcript) => verifyInputs.map((input) => ({ transcript, input })))
  const transcripts: TranscriptReport[] = []
  const progress = startProgress(sessions.length)
  try {
    const hold = async ({ transcript, input }: (typeof sessions)[number]) => {
      transcripts.push(await verify(transcript, { command, input, limits }))
      progress.step()
    }
    await sideBySide(sessions, hold, options.jobs)
  } finally {
    progress.stop()
  }
  transcripts.sort((a, b) => a.path.localeCompare(b.path) || a.input.localeCompare(b.input))
  await show({ ok: transcripts.every(({ ok }) => ok), transcripts }, options)
}
