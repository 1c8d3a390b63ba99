import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { startProgress } from '../report/progress.ts'
import type { TranscriptReport } from '../report/report.ts'
import { openReports, type ReportOptions } from '../report/reporters.ts'
import { openHolders } from '../run/holders.ts'
import { sideBySide } from '../run/side-by-side.ts'
import { Unusable } from '../session/unusable.ts'
import { findTranscripts } from '../transcripts/find.ts'
import type { Transcript } from '../transcripts/transcript.ts'
import { updateOf } from '../transcripts/update.ts'
import { verify, type Way, waysOf } from '../transcripts/verify.ts'
import { type Shard, shardOf } from './shard.ts'

interface Options extends ReportOptions {
  readonly filter?: string
  readonly game?: string
  readonly input?: Way
  readonly jobs?: number
  readonly pty?: boolean
  readonly shard?: Shard
  readonly timeout: number
  readonly update?: boolean
  readonly yes?: boolean
}

/** `ninehole verify [TRANSCRIPT…] [-- COMMAND…]` */
export async function verifyVerb(paths: readonly string[], command: readonly string[], options: Options) {
  if (paths.length === 0 && !existsSync('fixtures')) throw new Unusable('fixtures', 'no such file or folder')
  if (options.update && command.length > 0)
    throw new Unusable('--update', 'what another program says is no recording of ours')
  if (options.update && !options.yes && !process.stdin.isTTY)
    throw new Unusable('--update', 'needs --yes where nobody can be asked')
  const games = [...(options.game === undefined ? [] : [await findCommand(options.game)]), ...ourGames()]
  const limits = { milliseconds: options.timeout * 1000 }
  const found = findTranscripts(paths.length > 0 ? paths : ['fixtures'])
  const chosen = shardOf(
    found.filter(({ path }) => path.includes(options.filter ?? '')),
    options.shard,
  )
  if (chosen.length === 0 && options.shard === undefined)
    throw new Unusable(`--filter ${options.filter}`, 'no transcript is called that')

  const asked = options.pty ? 'pty' : options.input
  const sessions = chosen.flatMap((transcript) =>
    (asked === undefined ? waysOf(transcript) : [asked]).map((way) => ({ transcript, way })),
  )
  const transcripts: TranscriptReport[] = []
  const reports = options.update ? undefined : await openReports(options)
  const progress = startProgress(sessions.length)
  const holders = openHolders(options.jobs)
  try {
    const hold = async ([index, { transcript, way }]: [number, (typeof sessions)[number]]) => {
      const report = await verify(transcript, { command, way, limits, games, holders })
      transcripts.push(report)
      reports?.add(index, report)
      progress.step()
    }
    await sideBySide(sessions.entries(), hold, holders.places)
  } finally {
    progress.stop()
    holders.close()
  }
  if (reports === undefined) {
    const failed = new Set(transcripts.filter(({ ok }) => !ok).map(({ path }) => path))
    return update(
      chosen.filter(({ path }) => failed.has(path)),
      games,
      options,
    )
  }
  reports.end()
}

/** Shows what would change in each transcript, and changes it if that is wanted. */
async function update(transcripts: readonly Transcript[], games: readonly FoundGame[], { yes, timeout }: Options) {
  let written = 0
  for (const transcript of transcripts) {
    const { path, diff, write } = await updateOf(transcript, games, { milliseconds: timeout * 1000 })
    process.stdout.write(diff)
    if (!yes && !(await isWanted(path))) continue
    write()
    written++
  }
  process.stdout.write(`${written} of ${transcripts.length} transcripts that had changed were written\n`)
  if (written < transcripts.length) process.exitCode = 1
}

async function isWanted(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Write ${path}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
