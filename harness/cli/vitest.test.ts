import { describe } from 'vitest'
import { entries, transcripts } from './vitest.ts'

// Each call registers tests. Wrong entries are in cases.test.ts; all entries, by more suites, in solutions.slow.test.ts.

const fixture = 'fixtures/tic-tac-toe/cut-off.transcript'

describe('what is right passes', () => {
  transcripts(fixture)
  // One in real processes, and one in the worker.
  for (const entry of ['awk-stdin/exact.awk', 'node-stdin/exact.ts'])
    entries(`solutions/tic-tac-toe/${entry}`, { suites: ['fixtures'], sandbox: 'off' })
})

describe('what is wrong fails', { fails: true }, () => {
  transcripts(fixture, { command: ['true'] })
})
