import { constants } from 'node:os'
import { checkPlace, writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { type Golfed, type GolfProgress, golf } from '../golf/golf.ts'
import { jobPlanner } from '../judge/job.ts'
import { drawProgress, eraseProgress } from '../report/progress.ts'
import { whyFailed } from '../report/report.ts'
import { showErrors } from '../report/reporters.ts'
import { printable } from '../report/text.ts'
import { toBytes } from '../session/bytes.ts'
import type { SharedOptions } from './options.ts'
import { signals } from './stop.ts'

/** `ninehole golf ENTRY` */
export async function golfVerb(
  path: string,
  options: EntryHints & SharedOptions & { write?: boolean; output?: string; seconds?: number },
) {
  const { write, output, timeout: limits, seconds, exact = false } = options
  const [entry, ...others] = findEntries([path], options)
  if (entry === undefined || others.length > 0) throw new UsageError(path, 'golf takes one entry')
  // Where each session takes a process, a search is proven by fewer of them.
  const job = await jobPlanner({ quick: entry.runtime.worker === undefined })(entry)
  const places = [write ? entry.path : undefined, output].filter((place) => place !== undefined)
  for (const place of places) checkPlace(place, true)

  let last: GolfProgress | undefined
  const onProgress = (progress: GolfProgress) => {
    last = progress
    const { doing, bytes, tried, by } = progress
    drawProgress(`${doing}: ${bytes} bytes, ${tried} tried${by && `, last by: ${by}`}`)
  }
  // Ctrl-C stops the search, and what was found is judged; the next one does not wait for that.
  const stop = stopAsked(() => {
    eraseProgress()
    if (last === undefined || last.bytes >= entry.bytes) return
    writeSource(last.source, output === undefined ? [] : [output])
    const size = `${entry.bytes.toLocaleString('en')} bytes became ${last.bytes.toLocaleString('en')}`
    process.stderr.write(`${printable(entry.path)}: ${size}; not judged: it has passed its trials only\n`)
  })
  const search = { limits, exact, ...(seconds && { seconds }), stop, onProgress }
  const result = await golf(job, search).finally(eraseProgress)

  if ('refused' in result) {
    const { verdict, skipped, error } = result.refused
    if (error !== undefined) return showErrors([result.refused])
    const why = skipped ?? `${verdict}: ${whyFailed(result.refused)}; golf takes a correct entry`
    process.stderr.write(`ninehole: ${printable(`${entry.path}: ${why}`)}\n`)
    process.exitCode = 1
    return
  }
  writeSource(result.source, places)
  process.stderr.write(`${printable(entry.path)}: ${summary(entry, result)}
`)
}

/**
 * Is aborted by Ctrl-C or another signal, after which the command goes on.
 * @param again is called before the next signal ends it
 */
function stopAsked(again: () => void): AbortSignal {
  const stop = new AbortController()
  const onSignal = (name: NodeJS.Signals) => {
    if (!stop.signal.aborted) return stop.abort()
    again()
    process.exit(128 + constants.signals[name])
  }
  for (const name of signals) process.on(name, onSignal)
  return stop.signal
}

/** Writes a program to files, or to standard output if there are none. */
function writeSource(source: string, places: readonly string[]) {
  for (const place of places) writeWhole(place, toBytes(source))
  if (places.length === 0) process.stdout.write(process.stdout.isTTY ? `${source}\n` : source)
}

function summary({ bytes }: Entry, { bytes: after, minified, tried, stopped }: Golfed): string {
  const [from, to, byMinifiers, count] = [bytes, after, minified, tried].map((n) => n.toLocaleString('en'))
  const became =
    after < bytes
      ? `${from} bytes became ${to}, minifiers alone ${byMinifiers}`
      : `${from} bytes, nothing smaller was found`
  const early =
    tried === 0 ? 'stopped before anything was tried: it needs more time' : 'stopped before everything was tried'
  const end = stopped ? early : 'no deletion and no rewrite makes it smaller'
  return `${became}; ${count} programs tried; ${end}`
}
