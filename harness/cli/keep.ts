import { basename, dirname, extname, join } from 'node:path'
import { exists, read, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { type Entry, isKept } from '../entries/entry.ts'
import { printError } from '../report/output.ts'
import { printable } from '../report/text.ts'
import { toBytes } from '../session/bytes.ts'

/** Copies an accepted entry beside itself, as `<name>.best.<ext>`, unless one that is as small stands there. */
export function keepBest(entry: Entry, host: Host) {
  const { path, source, bytes } = entry
  const best = join(dirname(path), `${basename(path, extname(path))}.best${extname(path)}`)
  const expected = exists(best, host.cwd) ? read(best, 'an entry', host.cwd).toString('latin1') : null
  if (isKept(path) || (expected !== null && expected.length <= bytes)) return
  writeWhole(best, toBytes(source), { expected, cwd: host.cwd })
  printError(host, `kept as ${printable(best)}`)
}
