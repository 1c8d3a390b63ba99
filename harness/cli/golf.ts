import { resolve } from 'node:path'
import { type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { checkPlace, writeWhole } from '../games/files.ts'
import { findGame } from '../games/find.ts'
import { type Golfed, type GolfProgress, golf } from '../golf/golf.ts'
import { interrupts } from '../golf/interrupts.ts'
import type { EntryReport } from '../report/report.ts'
import { toBytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'

interface Options extends EntryHints {
  readonly write?: boolean
  readonly output?: string
  readonly timeout: number
  readonly seconds?: number
}

/** `ninehole golf ENTRY` */
export async function golfVerb(path: string, options: Options) {
  const { write, output, timeout, seconds } = options
  const entry = findOne(path, options)
  const game = await findGame(entry.game, [], entry.path)
  const places = [...(write ? [entry.path] : []), ...(output === undefined ? [] : [output])]
  for (const place of places) checkPlace(resolve(place), true)

  const { stop, hurry, watch, unwatch } = interrupts()
  const show = progressLine()
  const limits = { milliseconds: timeout * 1000 }
  const time = seconds === undefined ? {} : { milliseconds: seconds * 1000 }
  const onProgress = (progress: GolfProgress) => {
    if (progress.doing !== 'judging') watch()
    show.progress(progress)
  }
  const result = await golf(entry, game, { limits, ...time, stop, hurry, onProgress }).finally(() => {
    show.end()
    unwatch()
  })

  if ('refused' in result) {
    process.stderr.write(`ninehole: ${entry.path}: ${refusal(result.refused)}\n`)
    process.exitCode = 1
    return
  }
  for (const place of places) writeWhole(resolve(place), toBytes(result.source), true)
  if (places.length === 0) process.stdout.write(process.stdout.isTTY ? `${result.source}\n` : result.source)
  process.stderr.write(`${summary(entry, result)}\n`)
  // The judge is still at work, and nobody waits for it.
  if (hurry.aborted) process.stdout.write('', () => process.exit())
}

/** @throws UsageError if it is none, or more than one, or one whose sessions cannot be run in one process */
function findOne(path: string, hints: EntryHints): Entry {
  const [entry, ...others] = findEntries([path], hints)
  if (entry === undefined || others.length > 0) throw new UsageError(path, 'golf takes one entry')
  if (entry.runtime.engine === undefined) {
    throw new UsageError(path, 'golf takes node and bun entries only')
  }
  return entry
}

function refusal({ verdict, failure, skipped }: EntryReport): string {
  if (failure === null) return skipped ?? 'not judged'
  const lines = failure.lines.map((line) => (line === null ? '^D' : line === '' ? '""' : line)).join(' ')
  return `${verdict}: ${failure.difference.sentence}${lines === '' ? '' : ` (after: ${lines})`}; golf takes a correct entry`
}

function summary({ path, bytes }: Entry, { bytes: after, minified, tried, milliseconds, end }: Golfed): string {
  const count = (n: number) => n.toLocaleString('en')
  const rate = count(Math.round((tried / Math.max(1, milliseconds)) * 1000))
  const became =
    after < bytes
      ? `${count(bytes)} bytes became ${count(after)}, minifiers alone ${count(minified)}`
      : `${count(bytes)} bytes, nothing smaller was found`
  const ends = {
    smallest: 'no deletion and no rewrite makes it smaller',
    stopped: 'stopped before everything was tried',
    'out of time': 'out of time before everything was tried',
  }
  return `${path}: ${became}; ${count(tried)} programs tried, ${rate} a second; ${ends[end]}`
}

/** Progress in one line on a terminal. */
function progressLine() {
  const { stderr } = process
  if (!stderr.isTTY) return { progress() {}, end() {} }
  return {
    progress({ doing, bytes, tried, milliseconds, by }: GolfProgress) {
      const rate = Math.round((tried / Math.max(1, milliseconds)) * 1000)
      const last = by === undefined ? '' : `, last by: ${by}`
      const line = `${doing}: ${bytes} bytes, ${tried} tried, ${rate}/s${last}`
      stderr.write(`\r\x1b[K${line.slice(0, Math.max(20, (stderr.columns || 80) - 1))}`)
    },
    end: () => void stderr.write('\r\x1b[K'),
  }
}
