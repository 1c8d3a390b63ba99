import { entries } from './vitest.ts'

// Our own entries are no strangers, and a sandbox makes a start several times as long. More suites: solutions.slow.test.ts.
entries('solutions', { sandbox: 'off', suites: ['fixtures'] })
