// Changes the harness in one place at a time and lists the changes that its tests do not notice:
//     npm run mutants:harness -- [FILE…] [--sample N [--seed S]] [--seconds N]
// With --seconds, tests that take longer are left out: what then survives is looked at more closely.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { below, temporaryFolder } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { Checks } from './checks.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

/** The rooms that are changed, and the tests of each, as Vitest takes them. */
const rooms = {
  session: ['harness/session/', 'harness/run/simulated-machine'],
  run: ['harness/run/'],
  judge: ['harness/judge/'],
}

/** Numbers that people chose, what runs only when it is built, and tests. */
const isLeftOut = /\/limits\.ts$|\/worker\/(?!messages|prepare|program)|\/test-data\/|\.test\.ts$/

interface Target extends Mutant {
  readonly file: string
  /** The tests of its room. */
  readonly tests: readonly string[]
}

try {
  process.exitCode = (await survivorsOf(asked(process.argv.slice(2)))) > 0 ? 1 : 0
} catch (error) {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  if (!isUsage) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** The mutants of the files that were asked for, or a sample of them; and how long a check may take, in seconds. */
function asked(args: string[]): { targets: Target[]; seconds: number } {
  const { values, positionals } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '600' },
    },
    allowPositionals: true,
  })
  const files = Object.entries(rooms).flatMap(([room, tests]) =>
    below(join(packageRoot, 'harness', room), (path) => path.endsWith('.ts'))
      .map((path) => relative(packageRoot, path))
      .filter((file) => !isLeftOut.test(file))
      .map((file) => ({ file, tests })),
  )
  // In the order in which they were asked for.
  const named = positionals.flatMap((part) => files.filter(({ file }) => file.includes(part)))
  const all = [...new Set(positionals.length === 0 ? files : named)].flatMap(({ file, tests }) =>
    mutantsOf(read(file)).map((mutant) => ({ ...mutant, file, tests })),
  )
  if (all.length === 0) throw new UsageError(positionals.join(' '), 'no such file has mutants')
  const { sample = `${all.length}`, seed, seconds } = values
  for (const [name, value] of Object.entries({ sample, seed, seconds }))
    if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} ${value}`, 'not a whole number')
  const size = Math.min(Number(sample), all.length)
  const some = fc.shuffledSubarray(all, { minLength: size, maxLength: size })
  const [targets = []] = size === all.length ? [all] : fc.sample(some, { seed: Number(seed), numRuns: 1 })
  return { targets: targets.sort((a, b) => all.indexOf(a) - all.indexOf(b)), seconds: Number(seconds) }
}

/**
 * Tries mutants in a copy of what the tests read, and prints those that survive.
 * @returns how many do that are not explained
 */
async function survivorsOf({ targets, seconds }: ReturnType<typeof asked>): Promise<number> {
  const { path: copy, remove } = temporaryFolder('mutants')
  try {
    const names = [
      'harness',
      'reference',
      'solutions',
      'fixtures',
      'dist',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
    ]
    for (const name of names) cpSync(join(packageRoot, name), join(copy, name), { recursive: true })
    symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'))
    return await tryAll(targets, copy, new Checks(copy, 1000 * seconds))
  } finally {
    remove()
  }
}

async function tryAll(targets: readonly Target[], copy: string, checks: Checks): Promise<number> {
  const explanations = read('harness/mutation/survivors.md')
  let survivors = 0
  try {
    for (const [file, mutants] of Map.groupBy(targets, ({ file }) => file)) {
      const counts = { killed: 0, explained: 0, survived: 0 }
      const inOrder = await checks.of(file, mutants[0]?.tests ?? [])
      const original = readFileSync(join(copy, file))
      for (const [index, { line, change, source }] of mutants.entries()) {
        if (process.stderr.isTTY) process.stderr.write(`\r${file} ${index}/${mutants.length} `)
        writeFileSync(join(copy, file), source)
        const isKilled = !(await checks.pass(inOrder, file))
        const isExplained = explanations.includes(`\n    ${file}: ${change}\n`)
        const fate = isKilled ? 'killed' : isExplained ? 'explained' : 'survived'
        counts[fate]++
        if (fate === 'survived') console.log(`${file}:${line}: ${change}`)
      }
      writeFileSync(join(copy, file), original)
      if (!(await checks.pass(inOrder.slice(0, 1), file))) throw new Error(`${file} fails without a change by now`)
      const { killed, explained, survived } = counts
      console.log(`${file}: ${mutants.length} mutants: ${killed} killed, ${survived} survived, ${explained} explained`)
      survivors += survived
    }
  } finally {
    checks.end()
  }
  return survivors
}

function read(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8')
}
