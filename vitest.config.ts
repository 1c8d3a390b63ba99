import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the files that take longest, which Vitest knows only from the second run on. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLongest = ({ moduleId }: TestSpecification) =>
      /\/(solutions|ninehole|wrong-entries\.slow|solutions\.slow)\.test\.ts$/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    globalSetup: 'harness/cli/test-data/build-if-old.ts',
    include: ['{reference,harness}/**/*.test.ts'],
    benchmark: { include: ['{reference,harness}/**/*.bench.ts'] },
    // A test that takes seconds has this tag, and so has a second form of what another tests. A file of such tests is named
    // `x.slow.test.ts`, so that it is not even read.
    tags: [{ name: 'slow', description: 'takes seconds, or is a second form: part of test:slow' }],
    // Starts of processes take several times as long on one machine as on another: only what hangs takes so long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Real processes on a busy machine: one that fails twice in a row is a failure; a retry is in the report.
    retry: process.env.CI === undefined ? 0 : 1,
    // The tests start processes of their own, which keep the processors busy.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
})
