// @module-tag slow

import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { processesWith } from '../run/procfs.ts'
import { testFolder } from '../run/test-helpers.ts'

/** The time for which the judge is stopped each time, longer than a program may be silent, in milliseconds. */
const stopped = 700
const timeout = 500

/** The times for which it runs in between, by turns: hardly at all, and long enough for some sessions to begin. */
const running = [8, 30]

/** The number of times that it is stopped while sessions are played. */
const stops = 12

const { newPath } = testFolder()

test.concurrent.each([
  ['perl-stdin/exact.pl', ['random', 'fixtures'], 'processes'],
  ['perl-interactive/ends.pl', ['terminal'], 'terminal'],
  ['node-args/record.ts', ['transitions'], 'worker'],
])('a judge that is stopped nearly all the time accepts a right program: %s, %j', async (name, suites, runner) => {
  const entry = join(packageRoot, 'solutions/tic-tac-toe', name)
  const chosen = suites.flatMap((suite) => ['--suite', suite])
  const options = ['--sandbox', 'off', '--timeout', `${timeout / 1000}`, '--reporter', 'json', ...chosen]
  const words = ['dist/ninehole.js', 'judge', ...options, entry]
  const TMPDIR = dirname(newPath())
  const judging = execa(process.execPath, words, { cwd: packageRoot, reject: false, env: { TMPDIR } })
  // A program of an entry has a TMPDIR of its own, below.
  while (judging.exitCode === null && processesWith(`TMPDIR=${TMPDIR}/`).length === 0) await sleep(1)
  for (let time = 0; time < stops && judging.exitCode === null; time++) {
    judging.kill('SIGSTOP')
    await sleep(stopped)
    judging.kill('SIGCONT')
    await sleep(running[time % 2])
  }
  const [report] = JSON.parse((await judging).stdout).cases
  expect(report).toMatchObject({ verdict: 'AC', plan: suites.map(() => ({ runner })) })
  expect(report).not.toHaveProperty('retriesPassed')
})
