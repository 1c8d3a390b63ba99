import { describe } from 'vitest'
import { entries, transcripts } from './vitest.ts'

// Each call registers tests. Wrong entries are in cases.test.ts; all entries, by more suites, in solutions.slow.test.ts.

const fixture = 'fixtures/tic-tac-toe/cut-off.transcript'

describe('what is right passes', () => {
  transcripts(fixture)
  for (const entry of [
    'awk-stdin/exact.awk',
    'bash-args/exact.sh',
    'node-stdin/exact.ts',
    'python-interactive/exact.py',
  ])
    entries(`solutions/tic-tac-toe/${entry}`, { suites: ['fixtures'], sandbox: 'off' })
})

describe('what is wrong fails', { fails: true }, () => {
  transcripts(fixture, { command: ['true'] })
})
