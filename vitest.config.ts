import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'

/** Begins with the files that take longest, which Vitest knows only from the second run on. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLongest = ({ moduleId }: TestSpecification) =>
      /\/(solutions|cases|wrong-entries\.slow|solutions\.slow)\.test\.ts$/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

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

export default defineConfig({
  test: {
    reporters: ['default', whySkipped, ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])],
    globalSetup: 'harness/cli/test-data/build-if-old.ts',
    include: ['{reference,harness}/**/*.test.ts'],
    // Stryker, which breaks a file and runs all tests that reach it, passes on no options.
    ...(process.env.STRYKER_MUTATOR_WORKER && {
      exclude: [...configDefaults.exclude, '**/*.slow.test.ts'],
      tagsFilter: ['!slow'],
    }),
    benchmark: { include: ['{reference,harness}/**/*.bench.ts'] },
    // A test that takes seconds has this tag, and so has a second form of what another tests. A file of such tests is named
    // `x.slow.test.ts`, so that it is not even read.
    tags: [{ name: 'slow', description: 'takes seconds, or is a second form: part of test:slow' }],
    // Starts of processes take several times as long on one machine as on another: only what hangs takes so long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000, interval: 10 } },
    // The tests start processes of their own, which keep the processors busy.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
})
