import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'

/** Prints why tests were skipped, with their number: `41 skipped: php is not installed`. */
const whySkipped: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const numbers = new Map<string, number>()
    for (const test of modules.flatMap(({ children }) => [...children.allTests('skipped')])) {
      const result = test.result()
      const note = result.state === 'skipped' ? result.note : undefined
      const why = test.meta().skipped ?? note ?? 'not asked for'
      numbers.set(why, (numbers.get(why) ?? 0) + 1)
    }
    const lines = [...numbers].sort(([, a], [, b]) => b - a).map(([why, number]) => `${number} skipped: ${why}\n`)
    process.stdout.write(lines.join(''))
  },
}

const slow = ['{reference,harness}/**/*.slow.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', whySkipped, ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])],
    globalSetup: 'harness/cli/test-data/build-if-old.ts',
    // Test files share processes: to load the code anew for each took half of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'fast', include: ['{reference,harness}/**/*.test.ts'], exclude: slow } },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
    benchmark: { include: ['{reference,harness}/**/*.bench.ts'] },
    // A test that takes seconds has this tag. A file of such tests is named `x.slow.test.ts`, so that it is not even read.
    tags: [{ name: 'slow', description: 'takes seconds: part of test:all' }],
    // Starts of processes take several times as long on one machine as on another: only what hangs takes so long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000, interval: 50 } },
    // A test mostly waits, for processes of its own or a limit of time; but each worker loads and compiles all code anew.
    maxWorkers: 2 * availableParallelism(),
  },
})
