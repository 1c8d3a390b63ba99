import { type Bytes, toBytes } from './bytes.ts'
import { hold, type Limits } from './drive/hold.ts'
import type { Input } from './drive/input.ts'
import type { Program } from './drive/process.ts'
import { sideBySide } from './drive/side-by-side.ts'
import { type Staged, stage } from './drive/stage.ts'
import type { Entry } from './find/entry.ts'
import { type EntryReport, failureOf, type SuiteReport } from './report/report.ts'
import { endingInput, exactly, playedOn, type Script, scriptOf, upToLastAnswer } from './script.ts'
import type { AnyGame, Suite } from './suites/suite.ts'
import type { Outcome, Verdict } from './verdict.ts'

export interface JudgeOptions {
  readonly limits: Limits
  /** Whether only the exact form will do. */
  readonly exact: boolean
  /** Told of every session that was held. */
  readonly onSession: () => void
}

/** Holds the sessions of the suites with an entry, until one fails. */
export async function judge(
  entry: Entry,
  game: AnyGame,
  suites: readonly Suite[],
  options: JudgeOptions,
): Promise<EntryReport> {
  const staged = await stage(entry)
  if (staged === undefined) {
    const skipped = `no ${entry.runtime.command[0]} on this machine`
    return { ...describe(entry), skipped, ok: true, exact: false, freedoms: [], suites: [], failure: null }
  }
  try {
    return await judgeStaged(entry, staged, game, suites, options)
  } finally {
    staged.remove()
  }
}

async function judgeStaged(
  entry: Entry,
  { program }: Staged,
  game: AnyGame,
  suites: readonly Suite[],
  options: JudgeOptions,
): Promise<EntryReport> {
  const freedoms = new Set<string>()
  const runs: SuiteReport[] = []

  const scriptFor = (lines: readonly Bytes[]): Script => {
    if (entry.input === 'interactive') return scriptOf(game, lines)
    const script = scriptOf(game, playedOn(game, lines))
    return script.ends ? script : upToLastAnswer(script)
  }

  const holdSession = async (script: Script): Promise<Outcome> => {
    const outcome = await hold(program, options.exact ? exactly(script) : script, entry.input, options.limits)
    options.onSession()
    if (outcome.verdict === 'AC') for (const freedom of freedomsOf(outcome, script)) freedoms.add(freedom)
    return options.exact ? demandStatus(outcome, script) : outcome
  }

  for (const suite of suites) {
    const began = performance.now()
    let shortest: { script: Script; outcome: Outcome } | undefined
    let sessions = 0
    await sideBySide(suite.sessions, async (lines) => {
      const script = scriptFor(lines)
      // Once one has failed, only a shorter one is of interest.
      if (shortest !== undefined && script.steps.length >= shortest.script.steps.length) return
      sessions++
      const outcome = await holdSession(script)
      if (outcome.verdict !== 'AC') shortest = { script, outcome }
    })
    const { name, covers } = suite
    const milliseconds = Math.round(performance.now() - began)
    runs.push({ name, ...(covers === undefined ? {} : { covers }), sessions, milliseconds })
    const failed = shortest as { script: Script; outcome: Outcome } | undefined
    if (failed !== undefined) {
      const failure = failureOf(name, failed.script, failed.outcome)
      return { ...judged(entry, failed.outcome.verdict), exact: false, freedoms: [], suites: runs, failure }
    }
  }

  if (await isEndless(program, entry.input, game, options.limits)) freedoms.add('endless')
  const used = [...freedoms].sort()
  const exact = used.every((freedom) => freedom === 'endless')
  return { ...judged(entry, 'AC'), exact, freedoms: used, suites: runs, failure: null }
}

function describe({ path, game, runtime, input, bytes, chars, expected }: Entry) {
  return { path, game, runtime: runtime.name, input, bytes, chars, expected: [expected] }
}

const judged = (entry: Entry, verdict: Verdict) => ({ ...describe(entry), verdict, ok: verdict === entry.expected })

/** An exact entry ends with the reference's status, too. */
function demandStatus(outcome: Outcome, script: Script): Outcome {
  if (outcome.verdict !== 'AC' || outcome.status === undefined || outcome.status === script.status) return outcome
  return { ...outcome, verdict: 'RTE', why: `ended with ${outcome.status}` }
}

/** What a session used beyond the exact form. How a program takes the end of its input in mid-game is not judged. */
function freedomsOf({ freedoms, status, stderr }: Outcome, script: Script): string[] {
  if (!script.ends) return [...freedoms]
  return [...freedoms, ...(status === script.status ? [] : ['exit-status']), ...(stderr === '' ? [] : ['stderr'])]
}

/** Whether a program goes on when its input ends in the middle of a game. */
async function isEndless(program: Program, input: Input, game: AnyGame, limits: Limits): Promise<boolean> {
  const { state } = game.open()
  const [line] = state === undefined ? [] : game.legal(state)
  if (line === undefined) return false
  // A program that ends by running out of stack says half a megabyte before it does.
  const roomy = { ...limits, bytes: 4 * 1024 * 1024 }
  const { verdict } = await hold(program, endingInput(scriptOf(game, [toBytes(line)])), input, roomy)
  return verdict === 'TLE' || verdict === 'OLE'
}
