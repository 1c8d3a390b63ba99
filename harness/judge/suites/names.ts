/** The suites of a game, in the order of running: those that find most in little time first. */
export const suiteNames = [
  'fixtures',
  'random',
  'repetition',
  'leftover',
  'terminal',
  'endings',
  'positions',
  'transitions',
  'silence',
  'games',
] as const
export type SuiteName = (typeof suiteNames)[number]

/** The suites with a command as the reference, in the order of running. */
export const referenceSuiteNames = [
  'fixtures',
  'random',
  'repetition',
  'leftover',
  'ends',
  'terminal',
  'silence',
] as const
export type ReferenceSuiteName = (typeof referenceSuiteNames)[number]

export const anySuiteNames = [...new Set([...suiteNames, ...referenceSuiteNames])]
export type AnySuiteName = (typeof anySuiteNames)[number]
