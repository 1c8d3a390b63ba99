import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'

/** The time for which the judge is stopped each time, and for which it runs in between, in milliseconds. */
const stopped = 700
const running = 20

test.each(['perl-stdin/exact.pl', 'perl-interactive/ends.pl'])(
  'a judge that is stopped nearly all the time accepts a right program: %s',
  async (name) => {
    const entry = join(packageRoot, 'solutions/tic-tac-toe', name)
    const words = ['dist/ninehole.js', 'judge', '--sandbox', 'off', '--suite', 'random', '--suite', 'fixtures', entry]
    const judging = execa(process.execPath, words, { cwd: packageRoot, reject: false })
    for (let time = 0; time < 20 && judging.exitCode === null; time++) {
      judging.kill('SIGSTOP')
      await sleep(stopped)
      judging.kill('SIGCONT')
      await sleep(running)
    }
    expect((await judging).stdout).toContain('1 of 1 entries accepted')
  },
)
