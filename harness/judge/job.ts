import type { Game } from '../../reference/game.ts'
import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { versionOf } from '../entries/runtimes.ts'
import { commandLineOf, findCommand, parseGame } from '../games/find.ts'
import type { Machine } from '../report/report.ts'
import { thisMachine } from '../report/reporters.ts'
import type { Sandbox } from '../run/sandbox.ts'
import type { Lines } from '../session/bytes.ts'
import { answersOf } from '../session/session.ts'
import type { Contest } from './fuzz/contest.ts'
import { Findings, fuzz } from './fuzz/fuzz.ts'
import { type Plan, type PlanOptions, planner } from './plan.ts'
import type { Reference, Typed } from './reference.ts'

/** An entry, its game, and what it must pass. */
export interface Job {
  readonly entry: Entry
  /** The game, or another reference. */
  readonly game: Game<unknown> | Reference
  readonly plan: Plan
}

/** @returns a function that finds an entry's game and makes its plan; entries of one game share its suites */
export function jobPlanner(options: PlanOptions = {}) {
  const games = new Map<string, { name: string; game: Game<unknown> }>()
  const planOf = planner(options)
  return async (entry: Entry): Promise<Job> => {
    const known = games.get(entry.game) ?? (await gameWithName(entry))
    games.set(entry.game, known)
    const { name, game } = known
    if (entry.breaks !== undefined && !game.rules?.some(({ id }) => id === entry.breaks))
      throw new UsageError(entry.path, `no rule '${entry.breaks}': see ninehole rules ${name}`)
    return { entry: { ...entry, game: name }, game, plan: planOf(game, entry) }
  }
}

/** The number of sessions that entries are held to where a command is the reference. */
const usualSessions = 200
const quickSessions = 50

/**
 * Makes the plan for entries that are compared with a command: recorded sessions, if there are any, and such that the command
 * showed to be of interest.
 */
export async function planFor(contest: Contest, { seed = 1, quick = false }: PlanOptions): Promise<Plan> {
  const { reference, choices, lines, sessions } = contest
  const drawn: Lines[] = []
  await fuzz(new Findings(), {
    ...{ reference, choices, lines, seed, runs: quick ? quickSessions : usualSessions },
    signal: new AbortController().signal,
    run: async () => [],
    onSession: ({ script }) => void drawn.push(withoutEnd(answersOf(script))),
  })
  const covers = `${drawn.length} random sessions (seed ${seed})`
  const recorded = sessions.map(withoutEnd)
  return [
    ...(recorded.length > 0 ? [{ suite: { name: 'fixtures', sessions: recorded }, runner: 'processes' } as const] : []),
    { suite: { name: 'random', covers, sessions: drawn }, runner: 'processes' },
  ]
}

const withoutEnd = (lines: Typed): Lines => lines.filter((line) => line !== null)

/** The game of an entry, and its name with the options. */
async function gameWithName({ path, game: asked }: Entry) {
  const found = await findCommand(asked, path)
  const game = parseGame(found, [], path)
  return { game, name: found.options.length === 0 ? game.name : commandLineOf(found) }
}

/** This machine, with the sandbox and the versions of the runtimes that entries need. */
export async function machineFor(entries: readonly Entry[], { name: sandbox }: Sandbox): Promise<Machine> {
  const runtimes: Record<string, string> = {}
  for (const runtime of new Set(entries.map((entry) => entry.runtime))) {
    const version = await versionOf(runtime)
    if (version !== undefined) runtimes[runtime.name] = version
  }
  return thisMachine({ sandbox, runtimes })
}
