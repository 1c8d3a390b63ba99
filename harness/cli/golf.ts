import { checkPlace, isSameFile, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { type Golfed, type GolfProgress, golf } from '../golf/golf.ts'
import { planner } from '../judge/plan.ts'
import { note, printError, progressLine } from '../report/output.ts'
import { showErrors } from '../report/reporters.ts'
import { pluralize, printable } from '../report/text.ts'
import { whyFailed } from '../report/words.ts'
import { toBytes } from '../session/bytes.ts'
import type { SharedOptions } from './options.ts'
import { untilStopped } from './stop.ts'

type Options = EntryHints & Pick<SharedOptions, 'limits' | 'exact'> & { output?: string; seconds?: number }

export async function golfVerb(path: string, options: Options, host: Host): Promise<number> {
  const { game, output, limits, seconds, exact = false } = options
  const [entry, ...others] = findEntries([path], options, undefined, host.cwd)
  if (entry === undefined || others.length > 0) throw new UsageError(path, 'golf takes one entry')
  const job = await planner({ quick: true, context: host, ...(game !== undefined && { game }) })(entry)
  if (output !== undefined) checkPlace(output, true, host.cwd)

  const { draw, erase } = progressLine(host)
  let last: GolfProgress | undefined
  const onProgress = (progress: GolfProgress) => {
    if (host.signal.aborted) return
    last = progress
    const { doing, bytes, tried, by } = progress
    draw(`${doing}: ${bytes} bytes, ${tried} tried${by && `, last by: ${by}`}`)
  }
  let result: Awaited<ReturnType<typeof golf>> | undefined
  const search = async (stop: AbortSignal) => {
    result = await golf(job, { limits, exact, ...(seconds && { seconds }), stop, onProgress })
  }
  const say = (text: string) => printError(host, `${printable(entry.path)}: ${text}`)
  const stopStatus = await untilStopped(host.signal, search).finally(erase)
  if (stopStatus !== undefined) {
    const { source = '', bytes = entry.bytes, tried = 0 } = last ?? {}
    const isSmaller = bytes < entry.bytes
    // What is not proven does not replace the entry.
    const place = output && isSameFile(output, entry.path, host.cwd) ? undefined : output
    if (isSmaller) writeSource(source, entry, place, host)
    const found = isSmaller
      ? `${became(entry, bytes)}; not judged, but has passed its trials`
      : 'nothing smaller was found yet'
    say(`${found}; ${counted(tried)}`)
    return stopStatus
  }
  if (result === undefined) {
    note(host, `${entry.path}: not judged within ${seconds} s: it needs more time`)
    return 1
  }
  if ('refused' in result) {
    const { verdict, skipped, error } = result.refused
    if (error !== undefined) return showErrors(host, [error])
    note(host, `${entry.path}: ${skipped ?? `${verdict}: ${whyFailed(result.refused)}; golf takes a correct entry`}`)
    return 1
  }
  writeSource(result.source, entry, output, host)
  say(summary(entry, result))
  return 0
}

/** Writes a program to a file, or to standard output if there is no file or it cannot be written. */
function writeSource(source: string, entry: Entry, path: string | undefined, { cwd, stdout }: Host) {
  const print = () => stdout.write(toBytes(stdout.isTTY ? `${source}\n` : source), 'latin1')
  if (path === undefined) return print()
  // The entry itself is replaced unless it was changed meanwhile.
  const isEntry = isSameFile(path, entry.path, cwd)
  try {
    writeWhole(path, toBytes(source), { cwd, ...(isEntry && { expected: toBytes(entry.source) }) })
  } catch (error) {
    print()
    throw error
  }
}

const counted = (tried: number) => `${pluralize(tried, 'program')} tried`

const became = ({ bytes }: Entry, after: number) =>
  `${bytes.toLocaleString('en')} bytes became ${after.toLocaleString('en')}`

function summary(entry: Entry, { bytes, exact, variations, tried, stopped }: Golfed): string {
  const forms = [...(exact ? ['the exact form'] : []), ...variations].join(', ')
  const result =
    bytes < entry.bytes ? became(entry, bytes) : `${bytes.toLocaleString('en')} bytes, nothing smaller was found`
  const early = `stopped before ${tried === 0 ? 'anything was tried: it needs more time' : 'everything was tried'}`
  return `${result}; accepted, with ${forms}; ${counted(tried)}; ${stopped ? early : 'no deletion and no rewrite makes it smaller'}`
}
