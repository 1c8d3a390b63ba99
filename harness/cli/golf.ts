import { checkPlace, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { type Golfed, type GolfProgress, golf } from '../golf/golf.ts'
import { entryPlanner } from '../judge/planner.ts'
import { drawProgress, eraseProgress, note, printError } from '../report/output.ts'
import { showErrors } from '../report/reporters.ts'
import { printable } from '../report/text.ts'
import { whyFailed } from '../report/words.ts'
import { toBytes } from '../session/bytes.ts'
import type { SharedOptions } from './options.ts'
import { statusOf, untilStopped } from './stop.ts'

export async function golfVerb(
  path: string,
  options: EntryHints &
    Pick<SharedOptions, 'limits' | 'exact'> & { write?: boolean; output?: string; seconds?: number },
  host: Host,
): Promise<number> {
  const { write, output, limits, seconds, exact = false } = options
  const [entry, ...others] = findEntries([path], options, undefined, host.cwd)
  if (entry === undefined || others.length > 0) throw new UsageError(path, 'golf takes one entry')
  const job = await entryPlanner({ quick: true, surroundings: host })(entry)
  const places: Place[] = [
    ...(write ? [{ path: entry.path, expected: toBytes(entry.source) }] : []),
    ...(output === undefined ? [] : [{ path: output }]),
  ]
  for (const { path } of places) checkPlace(path, true, host.cwd)

  let last: GolfProgress | undefined
  const onProgress = (progress: GolfProgress) => {
    if (host.signal.aborted) return
    const isFirstProof = progress.doing === 'proving' && last?.doing !== 'proving'
    if (isFirstProof && !host.stderr.isTTY)
      note(host, `judging what was found, ${progress.bytes} bytes: it may take minutes; Ctrl-C ends it unproven`)
    last = progress
    const { doing, bytes, tried, by } = progress
    drawProgress(host, `${doing}: ${bytes} bytes, ${tried} tried${by && `, last by: ${by}`}`)
  }
  let result: Awaited<ReturnType<typeof golf>> | undefined
  const search = async (stop: AbortSignal) => {
    result = await golf(job, { limits, exact, ...(seconds && { seconds }), stop, onProgress })
  }
  const isStopped = await untilStopped(host.signal, search).finally(() => eraseProgress(host))
  if (isStopped) {
    const { source = '', bytes = entry.bytes, tried = 0 } = last ?? {}
    const count = `${tried.toLocaleString('en')} programs tried`
    if (bytes < entry.bytes) {
      // Not into the entry itself, even with --write: it is not proven.
      writeSource(source, output === undefined ? [] : [{ path: output }], host)
      const size = `${entry.bytes.toLocaleString('en')} bytes became ${bytes.toLocaleString('en')}`
      printError(host, `${printable(entry.path)}: ${size}; ${count}; not judged: it has passed its trials only`)
    } else printError(host, `${printable(entry.path)}: nothing smaller was found yet; ${count}`)
    return statusOf(host.signal)
  }

  if (result === undefined) {
    note(host, `${entry.path}: not judged within ${seconds} s: it needs more time`)
    return 1
  }
  if ('refused' in result) {
    const { verdict, skipped, error } = result.refused
    if (error !== undefined) return showErrors(host, [result.refused])
    const why = skipped ?? `${verdict}: ${whyFailed(result.refused)}; golf takes a correct entry`
    note(host, `${entry.path}: ${why}`)
    return 1
  }
  const written = result.bytes < entry.bytes ? places : places.filter(({ expected }) => expected === undefined)
  if (places.length === 0 || written.length > 0) writeSource(result.source, written, host)
  printError(host, `${printable(entry.path)}: ${summary(entry, result)}`)
  return 0
}

/** A file to write, and its content when it was read. */
interface Place {
  readonly path: string
  readonly expected?: string
}

/** Writes a program to files, or to standard output if there are no files or one cannot be written. */
function writeSource(source: string, places: readonly Place[], { cwd, stdout }: Host) {
  const print = () => stdout.write(toBytes(stdout.isTTY ? `${source}\n` : source), 'latin1')
  try {
    for (const place of places) writeWhole(place.path, toBytes(source), { ...place, cwd })
    if (places.length === 0) print()
  } catch (error) {
    print()
    throw error
  }
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
