import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { versionOf } from '../entries/installed.ts'
import { commandLineOf, findCommandFor, parseGame } from '../games/find.ts'
import type { startProgress } from '../report/progress.ts'
import type { Machine } from '../report/report.ts'
import { thisMachine } from '../report/reporters.ts'
import { Programs, userPlace } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { chosenSuites, commandPlanner, recordSessions } from './command-plan.ts'
import { openReference, refuseLooseness } from './fuzz/open-reference.ts'
import type { JudgeOptions } from './judge.ts'
import { gamePlanner, type Job, type PlanOptions } from './plan.ts'
import { gameReference } from './reference/reference.ts'

/** Makes the job of each entry: what it is compared with, and its plan. */
export interface Planner {
  plan(entry: Entry): Promise<Job>
  /** The job with all suites, even if the user chose some. */
  planAll(entry: Entry): Promise<Job>
  close(): void
}

/**
 * Opens what entries are compared with: for each entry its game, or for all of them the command of `--reference`.
 * @param start shows how many sessions of the command were recorded
 * @throws UsageError if an option does not fit, or the command cannot be a reference
 */
export async function openPlanner(
  options: JudgeOptions,
  start?: (total: number) => ReturnType<typeof startProgress>,
): Promise<Planner> {
  const { reference } = options
  const all = { ...options, suites: undefined }
  if (reference === undefined) {
    refuseLooseness(options)
    const useless = (['words', 'like', 'prompt'] as const).find((name) => options[name] !== undefined)
    if (useless !== undefined) throw new UsageError(`--${useless}`, 'goes with --reference, which is not there')
    return { plan: entryPlanner(options), planAll: entryPlanner(all), close() {} }
  }
  if (options.game !== undefined)
    throw new UsageError('--game', '--reference says what is right already: leave one of them out')
  // Throws before the reference is played.
  chosenSuites(options)
  const programs = new Programs(userPlace({}, options.surroundings))
  try {
    const opened = await openReference(programs, { ...options, game: undefined })
    const recorded = await recordSessions(opened, options, start)
    const planWith = (options: JudgeOptions) => {
      const planOf = commandPlanner(recorded, opened, options)
      return async (entry: Entry) => ({ entry, reference: opened.reference, plan: await planOf(entry.input) })
    }
    return { plan: planWith(options), planAll: planWith(all), close: () => programs.close() }
  } catch (error) {
    programs.close()
    throw error
  }
}

/** Returns a function that finds an entry's game and makes its plan. Entries of one game share the suites. */
export function entryPlanner(options: PlanOptions = {}) {
  const games = new Map<string, ReturnType<typeof gameOf>>()
  const planOf = gamePlanner(options)
  return async (entry: Entry): Promise<Job> => {
    const known = games.get(entry.game) ?? gameOf(entry, options)
    games.set(entry.game, known)
    // An error names its own entry.
    const { reference, game, isOurs } = await known.catch(() => gameOf(entry, options))
    const { name } = reference
    if (entry.breaks !== undefined && !game.rules?.some(({ id }) => id === entry.breaks))
      throw new UsageError(entry.path, `no rule '${entry.breaks}': reference/sentences has those of ${name}`)
    const plan = planOf(game, entry.input, entry.runtime.worker)
    const inProcesses = () => planOf(game, entry.input)
    return { entry: { ...entry, game: name }, reference, plan, inProcesses, isOurs }
  }
}

/** The game of an entry, named with its options. */
async function gameOf({ path, game: asked }: Entry, { surroundings, loadsGames: mayLoad }: PlanOptions) {
  const cwd = surroundings?.cwd
  const found = await findCommandFor(asked, path, cwd, mayLoad)
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
    const version = await versionOf(runtime, wrap, env)
    if (version !== undefined) runtimes[runtime.name] = version
  }
  return thisMachine({ sandbox, runtimes })
}
