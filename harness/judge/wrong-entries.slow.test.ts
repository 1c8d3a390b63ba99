// @module-tag slow

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { execa, execaSync } from 'execa'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { findEntries } from '../entries/entry.ts'
import { processesWith } from '../run/procfs.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { entryAt, needsSandbox, onlyDeep, testFolder } from '../run/test-helpers.ts'
import { suiteWith } from './suites/suite.ts'
import { catalogue } from './test-data/wrong-entries/all.ts'
import { games, type WrongEntry } from './test-data/wrong-entries/entry.ts'
import { escaped, escaping } from './test-data/wrong-entries/left-behind.ts'
import { notYet } from './test-data/wrong-entries/not-yet.ts'
import { reading } from './test-data/wrong-entries/programs.ts'
import { reportOn } from './test-helpers.ts'

/** Entries lie in one folder, and what the judge makes in another that nobody else writes to. */
const { folder } = testFolder()
const temporary = join(folder, 'tmp')
const usual = process.env.TMPDIR
beforeAll(() => {
  mkdirSync(temporary)
  process.env.TMPDIR = temporary
})
afterAll(() => {
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
})

let count = 0
function write({ source, runtime = 'bun', input = 'interactive' }: Pick<WrongEntry, 'source' | 'runtime' | 'input'>) {
  const path = join(folder, 'tic-tac-toe', `${runtime}-${input}`, `${count++}.ts`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
  return path
}

function step(name: string, by: 'processes' | 'worker', lists: readonly string[] = []) {
  const sessions = lists.map((lines) => lines.split(' '))
  return { suite: suiteWith(name, sessions), by }
}

interface Playing {
  readonly by?: 'processes' | 'worker'
  readonly sandbox?: Sandbox
}

/** The verdict of the judge on an entry, and which of its two suites showed the fault. */
async function judged(wrong: WrongEntry, { by = 'processes', sandbox }: Playing = {}) {
  const entry = entryAt(write(wrong))
  // Bun starts in a few milliseconds, so little time shows that a program takes too much.
  const short = wrong.runtime === 'node' ? 250 : 120
  const usual = wrong.verdict === 'TLE' || wrong.verdict === 'ILE' ? short : 3000
  const limits = { milliseconds: wrong.milliseconds ?? usual }
  const plan = [step('passes', by, wrong.passes), step('fails', by, wrong.verdict === 'AC' ? [] : wrong.fails)]
  const { verdict, failure, error } = await reportOn(entry, plan, { limits, ...(sandbox && { sandbox }) })
  return { verdict, shownBy: failure?.suite, breaks: failure?.rule?.id, error }
}

const predicted = (entry: WrongEntry) =>
  entry.verdict === 'AC'
    ? { verdict: 'AC', shownBy: undefined, breaks: undefined }
    : { verdict: entry.verdict, shownBy: 'fails', breaks: entry.breaks }

/** The processes that the judge has started, and what those have started. */
const left = () => processesWith(`TMPDIR=${temporary}/`)

/** The files that entries have written where they should not: their name tells. */
const written = () =>
  [tmpdir(), '/tmp', '/var/tmp', '/dev/shm', homedir(), '.', 'harness', folder]
    .map((place) => join(place, 'ninehole-was-here'))
    .filter((path) => existsSync(path))

async function nothingIsLeft(timeout = 10_000) {
  await vi.waitFor(() => expect(left()).toEqual([]), { timeout })
  expect(written()).toEqual([])
  expect(readdirSync(temporary)).toEqual([])
}

/** So that what one entry leaves behind is not held against the next. */
function tidy() {
  for (const pid of left()) process.kill(pid, 'SIGKILL')
  for (const path of written()) rmSync(path)
  // Node cannot remove a path that is too long.
  for (const name of readdirSync(temporary)) execaSync('rm', ['-rf', join(temporary, name)])
}

/** Groups whose faults are in what is written: a worker plays them, and a process confirms the failure. */
const inOutput: readonly string[] = ['builtins', 'history', 'state', 'wrongBytes']

describe.each(Object.entries(catalogue))('%s', { concurrent: true }, (name, entries) => {
  const by = inOutput.includes(name) ? 'worker' : 'processes'

  test.each(entries.map((entry) => [entry.name, entry] as const))('%s', async (_, entry) => {
    expect(await judged(entry, { by })).toEqual(predicted(entry))
  })
})

// Each says of every second game that the ninth mark wins that it is a tie, as its process happens to have it.
test.each(findEntries([join(import.meta.dirname, 'test-data/luck')]).map((entry) => [entry.path, entry] as const))(
  'luck does not last: %s',
  async (_, entry) => {
    const plan = [
      step('passes', 'processes', [games.xWins, games.tie]),
      step('fails', 'processes', Array(30).fill(games.ninthWins)),
    ]
    const { verdict, skipped, failure } = await reportOn(entry, plan)
    if (skipped === undefined)
      expect([verdict, failure?.suite]).toEqual([expect.stringMatching(/^(WA|FLAKY)$/), 'fails'])
  },
)

test('nothing is left of any of them', async () => {
  try {
    await nothingIsLeft()
  } finally {
    tidy()
  }
})

test('the same verdict ten times out of ten, while the machine is busy', onlyDeep, async () => {
  const nasty = [
    'wrong output, and then a crash',
    'throw undefined',
    'process.exit() at the first prompt',
    'a loop before the first prompt',
  ]
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  try {
    for (const name of nasty) {
      const entry = Object.values(catalogue)
        .flat()
        .find((entry) => entry.name === name)
      if (entry === undefined) throw new Error(`no entry '${name}'`)
      for (let time = 0; time < 10; time++) expect([name, await judged(entry)]).toEqual([name, predicted(entry)])
    }
  } finally {
    busy.kill('SIGKILL')
  }
  await nothingIsLeft()
})

const sandbox = await openSandbox('auto')

const haveEscaped = async () => (await execa('pgrep', ['-f', escaped], { reject: false })).stdout

// They leave their group and clear their environment, which only a sandbox prevents.
test.each(escaping.map((entry) => [entry.name, entry] as const))(
  '%s, in a sandbox',
  needsSandbox(sandbox),
  async (_, entry) => {
    expect(await judged(entry, { sandbox })).toEqual(predicted(entry))
    await vi.waitFor(async () => expect(await haveEscaped()).toBe(''), { timeout: 30_000 })
  },
)

describe('not yet', () => {
  afterEach(tidy)

  test.fails.each(notYet.map((entry) => [entry.name, entry] as const))('%s', async (_, entry) => {
    expect(await judged(entry)).toEqual(predicted(entry))
    await nothingIsLeft(200)
  })

  test.fails.each(escaping.map((entry) => [entry.name, entry] as const))('%s, without a sandbox', async (_, entry) => {
    try {
      expect(await judged(entry)).toEqual(predicted(entry))
      expect(await haveEscaped()).toBe('')
    } finally {
      await execa('pkill', ['-f', escaped], { reject: false })
    }
  })

  test('a judge whose entry kills its parent lives on', async () => {
    const path = write({ source: reading({ moved: 'process.kill(process.ppid, 9)' }) })
    const program = join(folder, 'judge.mjs')
    symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
    await build({
      stdin: {
        contents: `
          import { ticTacToe } from './reference/tic-tac-toe.ts'
          import { findEntries } from './harness/entries/entry.ts'
          import { judge } from './harness/judge/judge.ts'
          import { gameOracle } from './harness/check/oracle.ts'
          const sessions = [${JSON.stringify(games.xWins.split(' '))}]
          const suite = { name: 'fails', size: 1, inputs: () => sessions }
          const [entry] = findEntries([process.argv[2]])
          const job = { entry, oracle: gameOracle(ticTacToe), plan: [{ suite, by: 'processes' }] }
          await judge(job, { limits: { milliseconds: 2000 } })
          console.log('lives')`,
        resolveDir: packageRoot,
      },
      ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external', outfile: program, logLevel: 'silent' },
    })
    const { stdout } = await execa(process.execPath, [program, path], { reject: false })
    expect(stdout).toBe('lives')
  })
})
