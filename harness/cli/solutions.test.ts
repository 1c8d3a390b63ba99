import { entries } from './vitest.ts'

// Our own entries are no strangers. Wrong ones are in cases.test.ts; all entries, also the one that keeps a processor busy until the time is over, and by more
// suites: solutions.slow.test.ts.
const some = [
  'awk-stdin/exact.awk',
  'bash-args/exact.sh',
  'bun-interactive/exact.ts',
  'c-stdin/exact.c',
  'lua-args/exact.lua',
  'node-stdin/exact.ts',
  'perl-interactive/exact.pl',
  'php-stdin/exact.php',
  'python-interactive/exact.py',
  'ruby-args/exact.rb',
]
for (const path of some) entries(`solutions/tic-tac-toe/${path}`, { sandbox: 'off', suites: ['fixtures'] })
