/** The suites of a game, in the order in which they are run: what takes long stands last. */
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

/** The suites where a command is the reference, in their order. */
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

/** The names of all suites. */
export const anySuiteNames = [...new Set([...suiteNames, ...referenceSuiteNames])]
export type AnySuiteName = (typeof anySuiteNames)[number]
