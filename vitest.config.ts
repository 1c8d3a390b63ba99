import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{reference,harness}/**/*.test.ts'],
    benchmark: { include: ['{reference,harness}/**/*.bench.ts'] },
    testTimeout: 60_000,
    // A processor left idle, as is the default, would be half of a small machine.
    maxWorkers: availableParallelism(),
  },
})
