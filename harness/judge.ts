import { type Bytes, toBytes } from './bytes.ts'
import { hold, type Input, type Limits } from './drive/hold.ts'
import type { Program } from './drive/process.ts'
import { sideBySide } from './drive/side-by-side.ts'
import { type Staged, stage } from './drive/stage.ts'
import type { Entry } from './find/entry.ts'
import { endingInput, exactly, type Script, scriptOf } from './script.ts'
import type { AnyGame, Suite } from './suites/suite.ts'
import type { Outcome, Verdict } from './verdict.ts'

/** What came of judging an entry. */
export interface Judgement {
  readonly entry: Entry
  /** Absent if it was skipped. */
  readonly verdict?: Verdict
  /** Why it was not judged. */
  readonly skipped?: string
  /** Whether it said every byte as the reference does and ended with its status. */
  readonly exact: boolean
  readonly freedoms: readonly string[]
  readonly suites: readonly SuiteRun[]
  readonly failure?: Failure
}

export interface SuiteRun {
  readonly name: string
  readonly covers?: string
  readonly sessions: number
  readonly milliseconds: number
}

/** A session that shows what is wrong. */
export interface Failure {
  readonly suite: string
  readonly lines: readonly Bytes[]
  readonly outcome: Outcome
}

export interface JudgeOptions {
  readonly limits: Limits
  /** Whether only the exact form will do. */
  readonly exact: boolean
  /** Told of every session that was held. */
  readonly onSession: () => void
}

/** Whether an entry got the verdict that it must get; one that was skipped is no failure. */
export const isAsExpected = ({ entry, verdict }: Judgement): boolean =>
  verdict === undefined || verdict === entry.expected

/** Holds the sessions of the suites with an entry, until one fails. */
export async function judge(
  entry: Entry,
  game: AnyGame,
  suites: readonly Suite[],
  options: JudgeOptions,
): Promise<Judgement> {
  const staged = await stage(entry)
  if (staged === undefined) {
    const skipped = `no ${entry.runtime.command[0]} on this machine`
    return { entry, skipped, exact: false, freedoms: [], suites: [] }
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
): Promise<Judgement> {
  const freedoms = new Set<string>()
  const runs: SuiteRun[] = []

  const holdSession = async (lines: readonly Bytes[]): Promise<Outcome> => {
    const script = scriptOf(game, lines)
    const outcome = await hold(program, options.exact ? exactly(script) : script, entry.input, options.limits)
    options.onSession()
    if (outcome.verdict === 'AC') for (const freedom of freedomsOf(outcome, script)) freedoms.add(freedom)
    return options.exact ? demandStatus(outcome, script) : outcome
  }

  for (const suite of suites) {
    const began = performance.now()
    let shortest: Failure | undefined
    let sessions = 0
    await sideBySide(suite.sessions, async (lines) => {
      // Once one has failed, only a shorter one is of interest.
      if (shortest !== undefined && lines.length >= shortest.lines.length) return
      sessions++
      const outcome = await holdSession(lines)
      if (outcome.verdict !== 'AC') shortest = { suite: suite.name, lines, outcome }
    })
    const { name, covers } = suite
    const milliseconds = Math.round(performance.now() - began)
    runs.push({ name, ...(covers === undefined ? {} : { covers }), sessions, milliseconds })
    const failure = shortest as Failure | undefined
    if (failure !== undefined) {
      return { entry, verdict: failure.outcome.verdict, exact: false, freedoms: [], suites: runs, failure }
    }
  }

  if (await isEndless(program, entry.input, game, options.limits)) freedoms.add('endless')
  const used = [...freedoms].sort()
  return { entry, verdict: 'AC', exact: used.every((freedom) => freedom === 'endless'), freedoms: used, suites: runs }
}

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
  const { verdict } = await hold(program, endingInput(scriptOf(game, [toBytes(line)])), input, limits)
  return verdict === 'TLE' || verdict === 'OLE'
}
