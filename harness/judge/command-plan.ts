import { memoize } from '../base/memoize.ts'
import { UsageError } from '../base/usage-error.ts'
import type { startProgress } from '../report/progress.ts'
import type { Answers } from '../session/bytes.ts'
import { type Limits, pause } from '../session/limits.ts'
import type { Input } from '../session/script.ts'
import { answersOf, type Script } from '../session/session.ts'
import { playRandomSessions } from './fuzz/fuzz.ts'
import type { OpenReference } from './fuzz/open-reference.ts'
import { knownSuites, mustHaveSessions, type Plan, type PlanOptions } from './plan.ts'
import { Runner } from './runner.ts'
import { type CommandSuiteName, commandSuiteNames } from './suites/names.ts'
import { type CommandSuiteRow, commandSuites, type RecordedSessions } from './suites/of-command.ts'
import { type Suite, suiteNotRun } from './suites/suite.ts'

/** The number of random sessions, and with `--quick`. */
const usualSessions = 200
const quickSessions = 50

/** Plays, with the reference, the sessions that suites are made of: those of the user, and random ones. */
export async function recordSessions(
  opened: OpenReference,
  { seed = 1, quick = false }: PlanOptions,
  start?: (total: number) => ReturnType<typeof startProgress>,
): Promise<RecordedSessions> {
  const { reference, choices, sessions } = opened
  const runs = quick ? quickSessions : usualSessions
  const size = runs + sessions.length
  const progress = start?.(size)
  const part = progress?.begin({ name: reference.name, size })
  const script = async (typed: Answers) => {
    // Entries see the end of their input, too.
    const played = await reference.script(reference.toEnd(typed))
    part?.step()
    return played
  }
  try {
    const drawn = await playRandomSessions(opened, script, seed, runs)
    const given = await Promise.all(sessions.map(script))
    const words = [...new Set([...choices.likely, ...choices.others])].filter((word) => !choices.last.includes(word))
    return { reference, given, drawn, seed, words }
  } finally {
    progress?.stop()
  }
}

/**
 * Returns a function that makes the plan of an entry that is compared with a command. Entries that can play the same
 * sessions share the suites.
 * @throws UsageError if an option needs a game, or no suite has a session
 */
export function commandPlanner(
  recorded: RecordedSessions,
  opened: OpenReference,
  options: PlanOptions & { readonly limits: Limits },
) {
  const names = chosenSuites(options)
  const suitesOf = memoize((sessions: RecordedSessions) =>
    memoize(async (name: CommandSuiteName) =>
      tried(await commandSuites[name].make(sessions), commandSuites[name], opened, options.limits),
    ),
  )
  const forArguments = withoutNul(recorded)

  return async (input: Input): Promise<Plan> => {
    const suiteOf = suitesOf(input === 'args' ? forArguments : recorded)
    const wanted = names.filter((name) => commandSuites[name].inputs?.includes(input) !== false)
    const steps = wanted.map(async (name) => ({
      suite: await suiteOf(name),
      by: commandSuites[name].by ?? 'processes',
    }))
    const plan = await Promise.all(steps)
    mustHaveSessions(plan, names, recorded.reference.name, input)
    return plan.filter(({ suite: { notRun, sessions } }) => sessions.length > 0 || notRun !== undefined)
  }
}

/** The sessions that can be played with arguments, in which no NUL can stand. */
function withoutNul({ given, drawn, words, ...recorded }: RecordedSessions): RecordedSessions {
  const isPlayable = (script: Script) => answersOf(script).every((line) => !line?.includes('\0'))
  return {
    ...recorded,
    given: given.filter(isPlayable),
    drawn: drawn.filter(isPlayable),
    words: words.filter((word) => !word.includes('\0')),
  }
}

/**
 * The suites that the user chose, or all.
 * @throws UsageError if an option needs a game
 */
export function chosenSuites({ suites, memory }: PlanOptions): readonly CommandSuiteName[] {
  if (memory !== undefined)
    throw new UsageError('--memory', 'needs a game, whose positions are known; those of a --reference are not')
  const needed = `a game; with --reference there are ${commandSuiteNames.join(', ')}`
  return suites === undefined ? commandSuiteNames : knownSuites(commandSuiteNames, suites, needed)
}

/** A suite, unless the reference itself fails it: it may write something else in a terminal, or not wait that long. */
async function tried(
  suite: Suite,
  { mustPass, by }: CommandSuiteRow,
  { reference, asSubject }: OpenReference,
  limits: Limits,
): Promise<Suite> {
  if (mustPass === undefined || asSubject === undefined) return suite
  const slowly = by === 'pauses' ? { ...limits, pause } : limits
  const runner = new Runner(asSubject(mustPass), reference, mustPass, { limits: slowly })
  const { failed } = await runner.playAll(suite.sessions.values())
  return failed.length === 0 ? suite : suiteNotRun(suite.name, 'the reference itself fails it')
}
