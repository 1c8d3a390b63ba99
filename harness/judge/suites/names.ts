/** The suites of an entry, in the order of running: those that find most in little time first, a stronger proof later. */
export const suiteNames = [
  'fixtures',
  'random',
  'repetition',
  'leftover',
  'terminal',
  'endings',
  'sample',
  'transitions',
  'silence',
  'games',
] as const
export type SuiteName = (typeof suiteNames)[number]
