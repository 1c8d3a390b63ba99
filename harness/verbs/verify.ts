import { existsSync } from 'node:fs'
import type { Input } from '../drive/input.ts'
import { sideBySide } from '../drive/side-by-side.ts'
import { findCommand, ourGames } from '../find/game.ts'
import { type Shard, shardOf } from '../find/shard.ts'
import { findTranscripts } from '../find/transcripts.ts'
import { Unusable } from '../find/unusable.ts'
import { startProgress } from '../report/progress.ts'
import type { TranscriptReport } from '../report/report.ts'
import { type ReportOptions, show } from '../report/reporters.ts'
import { verify, verifyInputs } from '../verify.ts'

interface Options extends ReportOptions {
  readonly game?: string
  readonly filter?: string
  readonly shard?: Shard
  readonly input?: Input
  readonly timeout: number
  readonly jobs?: number
}

/** `ninehole verify [TRANSCRIPT…] [-- COMMAND…]` */
export async function verifyVerb(paths: readonly string[], command: readonly string[], options: Options) {
  if (paths.length === 0 && !existsSync('fixtures')) throw new Unusable('fixtures', 'no such file or folder')
  const limits = { milliseconds: options.timeout * 1000 }
  const games = [...(options.game === undefined ? [] : [await findCommand(options.game)]), ...ourGames()]
  const found = findTranscripts(paths.length > 0 ? paths : ['fixtures']).filter(({ path }) =>
    path.includes(options.filter ?? ''),
  )
  if (found.length === 0) throw new Unusable(`--filter ${options.filter}`, 'no transcript is called that')
  const ways = options.input === undefined ? verifyInputs : [options.input]
  const sessions = shardOf(found, options.shard).flatMap((transcript) => ways.map((input) => ({ transcript, input })))
  const transcripts: TranscriptReport[] = []
  const progress = startProgress(sessions.length)
  try {
    const hold = async ({ transcript, input }: (typeof sessions)[number]) => {
      transcripts.push(await verify(transcript, { command, input, limits, games }))
      progress.step()
    }
    await sideBySide(sessions, hold, options.jobs)
  } finally {
    progress.stop()
  }
  transcripts.sort((a, b) => a.path.localeCompare(b.path) || a.input.localeCompare(b.input))
  await show({ ok: transcripts.every(({ ok }) => ok), transcripts }, options)
}
