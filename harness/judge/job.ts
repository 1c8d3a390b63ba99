import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { versionIn } from '../entries/stage.ts'
import { commandLineOf, findCommand, parseGame } from '../games/find.ts'
import type { StartProgress } from '../report/progress.ts'
import type { Machine } from '../report/report.ts'
import { thisMachine } from '../report/reporters.ts'
import { Programs, userPlace } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { mustCompareWithCommand, openContest } from './fuzz/contest.ts'
import type { JudgeOptions } from './judge.ts'
import { type Job, type PlanOptions, planner } from './plan.ts'
import { gameReference } from './reference/reference.ts'
import { recordSessions, referencePlanner, suitesAsked } from './reference-plan.ts'

export interface Jobs {
  plan(entry: Entry): Promise<Job>
  /** The job with all suites, even if the user chose some. */
  planAll(entry: Entry): Promise<Job>
  close(): void
}

/**
 * Opens what entries are compared with: for each entry its game, or for all of them the command of `--reference`.
 * @param startProgress shows how many sessions of the command were recorded
 * @throws UsageError if an option does not fit, or the command cannot be a reference
 */
export async function openJobs(options: JudgeOptions, startProgress?: StartProgress): Promise<Jobs> {
  const { reference } = options
  const all = { ...options, suites: undefined }
  if (reference === undefined) {
    mustCompareWithCommand(options)
    const useless = (['words', 'like', 'prompt'] as const).find((name) => options[name] !== undefined)
    if (useless !== undefined) throw new UsageError(`--${useless}`, 'goes with --reference, which is not there')
    return { plan: jobPlanner(options), planAll: jobPlanner(all), close() {} }
  }
  if (options.game !== undefined)
    throw new UsageError('--game', '--reference says what is right already: leave one of them out')
  // Throws before the reference is played.
  suitesAsked(options)
  const programs = new Programs(userPlace({}, options.surroundings))
  try {
    const contest = await openContest(programs, { ...options, game: undefined, subjects: [] })
    const recorded = await recordSessions(contest, options, startProgress)
    const planWith = (options: JudgeOptions) => {
      const planOf = referencePlanner(recorded, contest, options)
      return async (entry: Entry) => ({ entry, reference: contest.reference, plan: await planOf(entry.input) })
    }
    return { plan: planWith(options), planAll: planWith(all), close: () => programs.close() }
  } catch (error) {
    programs.close()
    throw error
  }
}

/** Returns a function that finds an entry's game and makes its plan. Entries of one game share the suites. */
export function jobPlanner(options: PlanOptions = {}) {
  const games = new Map<string, ReturnType<typeof gameOf>>()
  const planOf = planner(options)
  return async (entry: Entry): Promise<Job> => {
    const known = games.get(entry.game) ?? gameOf(entry, options.surroundings?.cwd)
    games.set(entry.game, known)
    // An error names its own entry.
    const { reference, game, isOurs } = await known.catch(() => gameOf(entry, options.surroundings?.cwd))
    const { name } = reference
    if (entry.breaks !== undefined && !game.rules?.some(({ id }) => id === entry.breaks))
      throw new UsageError(entry.path, `no rule '${entry.breaks}': see ninehole rules ${name}`)
    const plan = planOf(game, entry.input, entry.runtime.worker)
    const inProcesses = () => planOf(game, entry.input)
    return { entry: { ...entry, game: name }, reference, plan, inProcesses, isOurs }
  }
}

/** The game of an entry, named with its options. */
async function gameOf({ path, game: asked }: Entry, cwd?: string) {
  const found = await findCommand(asked, path, cwd)
  const game = parseGame(found, [], path)
  const reference = gameReference(game, found.options.length === 0 ? game.name : commandLineOf(found))
  return { game, reference, isOurs: found.file === undefined }
}

/** This machine, with the sandbox and the versions of the runtimes that entries need. */
export async function machineFor(
  entries: readonly Entry[],
  { name: sandbox, wrap }: Sandbox,
  env?: NodeJS.ProcessEnv,
): Promise<Machine> {
  const runtimes: Record<string, string> = {}
  for (const runtime of new Set(entries.map((entry) => entry.runtime))) {
    const version = await versionIn(runtime, wrap, env)
    if (version !== undefined) runtimes[runtime.name] = version
  }
  return thisMachine({ sandbox, runtimes })
}
