import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{reference,harness}/**/*.test.ts'],
    benchmark: { include: ['{reference,harness}/**/*.bench.ts'] },
    testTimeout: 60_000,
  },
})
