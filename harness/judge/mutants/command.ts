import { join } from 'node:path'
import pMap from 'p-map'
import { findEntries } from '../../entries/entry.ts'
import { locate } from '../../entries/runtimes.ts'
import { packageRoot } from '../../games/package-root.ts'
import { summary, type Trial, tryMutant } from './mutants.ts'
import { mutantsOf } from './rules.ts'

/** `npm run mutants [-- [--thorough] [PROGRAM…]]`: how many small faults does the judge find? */
const paths = process.argv.slice(2).filter((word) => word !== '--thorough')
const isThorough = process.argv.includes('--thorough')
const results = new Map<string, readonly Trial[]>()
for (const entry of findEntries(paths.length > 0 ? paths : [join(packageRoot, 'harness/judge/mutants')])) {
  if ((await locate(entry.runtime)) === undefined) continue
  const name = `${entry.runtime.name}-${entry.input}`
  const began = performance.now()
  results.set(
    name,
    await pMap(mutantsOf(entry.source), (mutant) => tryMutant(entry, mutant, isThorough), { concurrency: 2 }),
  )
  process.stderr.write(`${name}: ${Math.round((performance.now() - began) / 1000)} s\n`)
}
process.stdout.write(summary(results))
