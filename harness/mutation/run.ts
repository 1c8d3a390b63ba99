// Changes the harness in one place at a time and lists the changes that its tests do not notice:
//     npm run mutants:harness -- [FILE…] [--sample N [--seed S]]
import { spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { onExit } from 'signal-exit'
import { below, temporaryFolder } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { descendantsOf } from '../run/procfs.ts'
import { kill } from '../run/shell.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

/** The rooms that are changed, and their tests as Vitest takes them: the next ones run only if those before pass, then the types. */
const rooms = {
  session: [['harness/session/'], ['harness/run/simulated-machine']],
  run: [
    ['simulated-machine', 'conversation', 'echo-filter', 'listen', 'process'].map((name) => `harness/run/${name}.test`),
    ['harness/run/'],
  ],
  judge: [['harness/judge/player'], ['harness/judge/']],
}

/** Numbers that people chose, what runs only when it is built, and tests. */
const isLeftOut = /\/limits\.ts$|\/worker\/(?!messages|prepare|program)|\/test-data\/|\.test\.ts$/

interface Target extends Mutant {
  readonly file: string
  readonly tests: readonly string[][]
}

try {
  process.exitCode = (await survivorsOf(chosen(process.argv.slice(2)))) > 0 ? 1 : 0
} catch (error) {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  if (!isUsage) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** The mutants of the files that were asked for, or a sample of them. */
function chosen(args: string[]): Target[] {
  const { values, positionals } = parseArgs({
    args,
    options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
    allowPositionals: true,
  })
  const all = Object.entries(rooms).flatMap(([room, tests]) =>
    below(join(packageRoot, 'harness', room), (path) => path.endsWith('.ts'))
      .map((path) => relative(packageRoot, path))
      .filter((file) => !isLeftOut.test(file))
      .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
      .flatMap((file) => mutantsOf(read(file)).map((mutant) => ({ ...mutant, file, tests }))),
  )
  if (all.length === 0) throw new UsageError(positionals.join(' '), 'no such file has mutants')
  const { sample = `${all.length}`, seed } = values
  for (const [name, value] of Object.entries({ sample, seed }))
    if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} ${value}`, 'not a whole number')
  const size = Math.min(Number(sample), all.length)
  const some = fc.shuffledSubarray(all, { minLength: size, maxLength: size })
  const [targets = []] = size === all.length ? [all] : fc.sample(some, { seed: Number(seed), numRuns: 1 })
  return targets.sort((a, b) => all.indexOf(a) - all.indexOf(b))
}

/**
 * Tries mutants in a copy of what the tests read, and prints those that survive.
 * @returns how many do that are not explained
 */
async function survivorsOf(targets: readonly Target[]): Promise<number> {
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
    return await tryAll(targets, copy)
  } finally {
    remove()
  }
}

async function tryAll(targets: readonly Target[], copy: string): Promise<number> {
  const patience = await timeOf(targets, copy)
  const explained = read('harness/mutation/survivors.md')
  const counts = { killed: 0, explained: 0, survived: 0 }
  for (const [index, { file, tests, line, change, source }] of targets.entries()) {
    if (process.stderr.isTTY) process.stderr.write(`\r${index}/${targets.length} `)
    const original = readFileSync(join(copy, file))
    writeFileSync(join(copy, file), source)
    const isKilled = !(await pass(tests, copy, patience))
    writeFileSync(join(copy, file), original)
    const fate = isKilled ? 'killed' : explained.includes(`\n    ${file}: ${change}\n`) ? 'explained' : 'survived'
    counts[fate]++
    if (fate === 'survived') console.log(`${file}:${line}: ${change}`)
  }
  const { killed, survived } = counts
  console.log(`${targets.length} mutants: ${killed} killed, ${survived} survived, ${counts.explained} explained`)
  return survived
}

/** @returns how long the tests of a mutant may take: three times as long as those of none, in milliseconds */
async function timeOf(targets: readonly Target[], copy: string): Promise<number> {
  const began = performance.now()
  for (const tests of new Set(targets.map(({ tests }) => tests)))
    if (!(await pass(tests, copy, 600_000))) throw new UsageError(tests.join(' '), 'fail without a change, too')
  return 3 * (performance.now() - began) + 20_000
}

async function pass(stages: readonly string[][], cwd: string, patience: number): Promise<boolean> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--exclude', '**/*.slow.test.ts', '--bail', '1']
  const commands = [...stages.map((tests) => [...vitest, ...tests]), ['node_modules/typescript/bin/tsc']]
  for (const words of commands) if (!(await passOne(words, cwd, patience))) return false
  return true
}

/** Runs a program of Node for so long at the most. What it has started ends with it. */
function passOne(words: readonly string[], cwd: string, patience: number): Promise<boolean> {
  const child = spawn('node', words, { cwd, stdio: 'ignore' })
  const end = () => {
    if (child.pid !== undefined) for (const pid of [...descendantsOf(child.pid), child.pid]) kill(pid)
  }
  const forget = onExit(end)
  const timer = setTimeout(end, patience)
  return new Promise((resolve) =>
    child.once('close', (status) => {
      clearTimeout(timer)
      forget()
      resolve(status === 0)
    }),
  )
}

function read(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8')
}
