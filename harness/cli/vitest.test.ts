import { describe } from 'vitest'
import { entries, programs, transcripts } from './vitest.ts'

// Each call registers tests.

const fixture = 'fixtures/tic-tac-toe/cut-off.transcript'
const quick = { suites: ['fixtures'], sandbox: 'off' } as const
const reference = 'sh harness/cli/test-data/programs/sum.sh'
const typed = { reference, words: '1 quit', prompt: '^\\? ', seeds: [1], runs: 5 }

describe('what is right passes', () => {
  transcripts(fixture)
  entries('solutions/tic-tac-toe/perl-stdin/record.pl', quick)
  programs({ ...typed, program: reference })
})

describe('what is wrong fails', { fails: true }, () => {
  transcripts(fixture, { command: ['true'] })
  programs({ ...typed, program: 'true' })
})
