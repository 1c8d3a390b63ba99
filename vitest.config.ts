import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{reference,harness}/**/*.test.ts'],
    benchmark: { include: ['{reference,harness}/**/*.bench.ts'] },
    testTimeout: 60_000,
    // One more than there are processors, as the tests wait for processes a good part of the time.
    maxWorkers: availableParallelism() + 1,
  },
})
