// @module-tag slow

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa, execaSync } from 'execa'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { processesWith } from '../run/procfs.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { entryAt, needsSandbox, testFolder } from '../run/test-helpers.ts'
import { suiteWith } from './suites/suite.ts'
import { games, type WrongEntry } from './test-data/wrong-entries/entry.ts'
import { inOutput } from './test-data/wrong-entries/output.ts'
import { escaped, escaping, inProcess } from './test-data/wrong-entries/process.ts'
import { reportOn } from './test-helpers.ts'

/** Entries lie in one folder, and what the judge makes in another that nobody else writes to. */
const { folder, write } = testFolder()
const temporary = join(folder, 'tmp')
beforeAll(() => {
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
})
afterAll(() => void vi.unstubAllEnvs())

function step(name: string, by: 'processes' | 'worker', sessions: readonly string[] = []) {
  const inputs = sessions.map((lines) => lines.split(' '))
  return { suite: suiteWith(name, inputs), by }
}

let count = 0

/** The verdict of the judge on an entry, and which of its two suites showed the fault. */
async function judged(wrong: WrongEntry, by: 'processes' | 'worker' = 'processes', sandbox?: Sandbox) {
  const { source, runtime = 'bun', input = 'interactive', passes, fails, milliseconds } = wrong
  const entry = entryAt(write(`tic-tac-toe/${runtime}-${input}/${count++}.ts`, source))
  // Bun starts in a few milliseconds, so little time shows that a program takes too much.
  const short = runtime === 'node' ? 250 : 120
  const usual = ['TLE', 'ILE'].includes(wrong.verdict) ? short : 3000
  const options = { limits: { milliseconds: milliseconds ?? usual }, ...(sandbox && { sandbox }) }
  const plan = [step('passes', by, passes), step('fails', by, fails)]
  const { verdict, failure, error } = await reportOn(entry, plan, options)
  return { verdict, shownBy: failure?.suite, breaks: failure?.rule?.id, error }
}

const predicted = ({ verdict, breaks }: WrongEntry) => ({
  verdict,
  shownBy: verdict === 'AC' ? undefined : 'fails',
  breaks,
  error: undefined,
})

/** The processes that the judge has started, and what those have started. */
const left = () => processesWith(`TMPDIR=${temporary}/`)

/** The files that entries have written where they should not: their name tells. */
const written = () =>
  [tmpdir(), '/tmp', '/var/tmp', '/dev/shm', homedir(), '.', 'harness', folder]
    .map((place) => join(place, 'ninehole-was-here'))
    .filter((path) => existsSync(path))

const named = (entries: readonly WrongEntry[]) => entries.map((entry) => [entry.name, entry] as const)

describe('each entry gets its verdict, and breaks its rule', { concurrent: true }, () => {
  // A worker plays it, and a process confirms the failure.
  test.each(named(inOutput))('%s', async (_, entry) => {
    expect(await judged(entry, 'worker')).toEqual(predicted(entry))
  })

  test.each(named(inProcess))('%s', async (_, entry) => {
    expect(await judged(entry)).toEqual(predicted(entry))
  })
})

test('a program that is right by luck, as the order of its hash happens to be, is not lucky for long', async () => {
  const entry = entryAt(join(import.meta.dirname, 'test-data/luck/tic-tac-toe/perl-stdin/hash-order.pl'))
  const lucky = Array<string>(30).fill(games.ninthWins)
  const plan = [step('passes', 'processes', [games.xWins, games.tie]), step('fails', 'processes', lucky)]
  const { verdict, failure } = await reportOn(entry, plan)
  expect([verdict, failure?.suite]).toEqual([expect.stringMatching(/^(WA|FLAKY)$/), 'fails'])
})

test('nothing is left of any of them', async () => {
  try {
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 10_000 })
    expect([written(), readdirSync(temporary)]).toEqual([[], []])
  } finally {
    for (const pid of left()) process.kill(pid, 'SIGKILL')
    for (const path of written()) rmSync(path)
    // Node cannot remove a path that is too long.
    for (const name of readdirSync(temporary)) execaSync('rm', ['-rf', join(temporary, name)])
  }
})

const sandbox = await openSandbox('auto')

const haveEscaped = async () => (await execa('pgrep', ['-f', escaped], { reject: false })).stdout

test.each(named(escaping))(
  'only a sandbox ends children that leave their group and clear their environment: %s',
  needsSandbox(sandbox),
  async (_, entry) => {
    expect(await judged(entry, 'processes', sandbox)).toEqual(predicted(entry))
    await vi.waitFor(async () => expect(await haveEscaped()).toBe(''), { timeout: 30_000 })
  },
)
