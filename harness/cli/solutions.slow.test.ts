// @module-tag slow

import { readdirSync } from 'node:fs'
import { describe } from 'vitest'
import { entries } from './vitest.ts'

/** Elsewhere each session takes a process: all moves of every entry would take an hour. */
const hasWorker = /^(node|bun)-/

// Wrong ones are in cases.test.ts; fixtures in processes are in runtimes.slow.test.ts; all games of one entry are in the README.
describe('every entry', { concurrent: true }, () => {
  for (const league of readdirSync('solutions/tic-tac-toe').filter((name) => name !== 'rejected'))
    entries(`solutions/tic-tac-toe/${league}`, {
      sandbox: 'off',
      suites: hasWorker.test(league) ? ['transitions'] : ['fixtures', 'endings'],
    })
})
