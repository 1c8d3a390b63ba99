import { entries } from './vitest.ts'

// Our own entries are no strangers. Wrong ones are in cases.test.ts; all entries, in all languages and by more suites, in
// solutions.slow.test.ts.
const some = [
  'awk-stdin/exact.awk',
  'bash-args/exact.sh',
  'node-stdin/exact.ts',
  'perl-interactive/exact.pl',
  'python-interactive/exact.py',
]
for (const path of some) entries(`solutions/tic-tac-toe/${path}`, { sandbox: 'off', suites: ['fixtures'] })
