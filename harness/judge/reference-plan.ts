import { cached } from '../base/cached.ts'
import { UsageError } from '../base/usage-error.ts'
import type { StartProgress } from '../report/progress.ts'
import type { Answers } from '../session/bytes.ts'
import { type Limits, pause } from '../session/limits.ts'
import { answersOf, type Script } from '../session/session.ts'
import type { Contest } from './fuzz/contest.ts'
import { drawSessions } from './fuzz/search.ts'
import type { Plan, Planned, PlanOptions } from './plan.ts'
import { Runner } from './runner.ts'
import { type AnySuiteName, type ReferenceSuiteName, referenceSuiteNames } from './suites/names.ts'
import { type RecordedSessions, type RecordedSuiteRow, recordedSuites } from './suites/recorded.ts'
import { type Suite, suiteNotRun, titleOf } from './suites/suite.ts'

/** How many random sessions entries must pass. */
const usualSessions = 200
const quickSessions = 50

/**
 * Plays the sessions that the suites are made of: recorded ones, and random ones that follow what is new in the reference.
 * @param startProgress shows the progress
 */
export async function recordSessions(
  contest: Contest,
  { seed = 1, quick = false }: PlanOptions,
  startProgress?: StartProgress,
): Promise<RecordedSessions> {
  const { reference, choices, sessions } = contest
  const runs = quick ? quickSessions : usualSessions
  const size = runs + sessions.length
  const progress = startProgress?.(size)
  const part = progress?.begin({ name: reference.name, steps: [{ name: 'recorded', size }] })
  const script = async (typed: Answers) => {
    // Entries see the end of their input, too.
    const played = await reference.script(reference.toEnd(typed))
    part?.step()
    return played
  }
  try {
    const drawn = await drawSessions(contest, script, seed, runs)
    const given = await Promise.all(sessions.map(script))
    const words = [...new Set([...choices.likely, ...choices.others])].filter((word) => !choices.last.includes(word))
    return { reference, given, drawn, seed, words }
  } finally {
    progress?.stop()
  }
}

/**
 * Makes plans for entries that are compared with a command.
 * @returns a function that makes the plan for an entry; those that can play the same sessions share the suites
 * @throws UsageError if an option asks for what only a game has, or a suite that was asked for has no session
 */
export function referencePlanner(recorded: RecordedSessions, contest: Contest, options: PlanOptions & Limited) {
  const names = suitesAsked(options)
  const suitesOf = cached((sessions: RecordedSessions) =>
    cached(async (name: ReferenceSuiteName) =>
      tried(await recordedSuites[name].make(sessions), recordedSuites[name], contest, options),
    ),
  )
  const forArguments = withoutNul(recorded)

  return async ({ input }: Pick<Planned, 'input'>): Promise<Plan> => {
    const suiteOf = suitesOf(input === 'args' ? forArguments : recorded)
    const wanted = names.filter((name) => recordedSuites[name].inputs?.includes(input) !== false)
    const steps = wanted.map(async (name) => ({
      suite: await suiteOf(name),
      by: recordedSuites[name].by ?? 'processes',
    }))
    const plan = await Promise.all(steps)
    if (plan.every(({ suite }) => suite.sessions.length === 0)) {
      const found = plan.map(({ suite }) => titleOf(suite)).join(', ') || names.join(', ')
      throw new UsageError(
        `--suite ${found}`,
        `there are no such sessions of ${recorded.reference.name} with input ${input}`,
      )
    }
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

interface Limited {
  readonly limits: Limits
}

/**
 * The suites that were asked for, or all.
 * @throws UsageError if an option asks for what only a game has
 */
export function suitesAsked({ suites, memory }: PlanOptions): readonly ReferenceSuiteName[] {
  if (memory !== undefined)
    throw new UsageError('--memory', 'needs a game, whose positions are known; those of a --reference are not')
  return suites === undefined ? referenceSuiteNames : [...new Set(suites)].map(suiteOfReference)
}

/** @throws UsageError if a suite is made of the positions of a game */
function suiteOfReference(name: AnySuiteName): ReferenceSuiteName {
  const found = referenceSuiteNames.find((one) => one === name)
  if (found !== undefined) return found
  throw new UsageError(`--suite ${name}`, `needs a game; with --reference there are ${referenceSuiteNames.join(', ')}`)
}

/** The suite, if the reference passes it itself: it may write something else in a terminal, or not wait that long. */
async function tried(
  suite: Suite,
  { mustPass, by }: RecordedSuiteRow,
  contest: Contest,
  { limits }: Limited,
): Promise<Suite> {
  const { reference, asEntry } = contest
  if (mustPass === undefined || asEntry === undefined) return suite
  const slowly = by === 'pauses' ? { ...limits, pause } : limits
  const runner = new Runner(asEntry(mustPass), reference, mustPass, { limits: slowly })
  const { failed } = await runner.playAll(suite.sessions.values())
  return failed.length === 0 ? suite : suiteNotRun(suite.name, 'the reference itself fails it')
}
