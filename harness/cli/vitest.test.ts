import { describe } from 'vitest'
import { entries, transcripts } from './vitest.ts'

// Each call registers tests.

const fixture = 'fixtures/tic-tac-toe/cut-off.transcript'
const quick = { suites: ['fixtures'], sandbox: 'off' } as const

describe('what is right passes', () => {
  transcripts(fixture)
  entries('solutions/tic-tac-toe/perl-stdin/record.pl', quick)
})

describe('what is wrong fails', { fails: true }, () => {
  transcripts(fixture, { command: ['true'] })
})
