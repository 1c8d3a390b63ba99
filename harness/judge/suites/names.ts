/** The suites of a game, in the order of running: those that find most in little time first. */
export const gameSuiteNames = [
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
export type GameSuiteName = (typeof gameSuiteNames)[number]

/** The suites with a command as the reference, in the order of running. */
export const commandSuiteNames = [
  'fixtures',
  'random',
  'repetition',
  'leftover',
  'ends',
  'terminal',
  'silence',
] as const
export type CommandSuiteName = (typeof commandSuiteNames)[number]

export const suiteNames = [...new Set([...gameSuiteNames, ...commandSuiteNames])]
export type SuiteName = (typeof suiteNames)[number]
