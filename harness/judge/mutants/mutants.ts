import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import type { Entry } from '../../entries/entry.ts'
import type { EntryReport } from '../../report/report.ts'
import { markdown } from '../../report/text.ts'
import { UsageError } from '../../session/usage-error.ts'
import { judge } from '../judge.ts'
import { type Plan, type PlannedSuite, planner } from '../plan.ts'
import type { Mutant } from './rules.ts'

/**
 * What became of a mutant:
 * - `does not start`: it cannot be compiled, or ends with an error before it writes anything
 * - `killed`: it is rejected
 * - `equivalent`: it is accepted, and its output is always the exact form, as the original's is
 * - `allowed`: it is accepted, and uses an allowed variation
 * - `missed`: it is accepted, although it is wrong after some move
 */
export type Fate = 'does not start' | 'killed' | 'equivalent' | 'allowed' | 'missed'

export interface Trial {
  readonly mutant: Mutant
  readonly fate: Fate
  /** The suite that killed it. */
  readonly suite?: string
}

const limits = { milliseconds: 500 }
const options = { limits, exact: false, onSession() {} }
const usualPlan = planner({ seed: 1, real: false })
const allMoves = planner({ suites: ['transitions'], seed: 1, real: true })

/**
 * Judges a mutant of a tic-tac-toe program by the usual plan; the smallest suite comes first, and what is slow by itself last.
 * @param isThorough whether the usual plan's 5,478 positions are followed by all moves, where they are not part of it
 */
export async function tryMutant(original: Entry, mutant: Mutant, isThorough = false): Promise<Trial> {
  const entry = { ...original, source: mutant.source }
  const plan = usualPlan(ticTacToe, entry).toSorted((a, b) => isSlow(a) - isSlow(b) || a.suite.size - b.suite.size)
  const report = await judgeIfItCompiles(entry, plan)
  if (report === undefined) return { mutant, fate: 'does not start' }
  const { failure, verdict } = report
  if (verdict === 'RTE' && failure?.actual === '') return { mutant, fate: 'does not start' }
  if (failure) return { mutant, fate: 'killed', suite: failure.suite }
  const isComplete = plan.some(({ suite }) => suite.name === 'transitions')
  const proof = isComplete || !isThorough ? report : await judge(entry, ticTacToe, allMoves(ticTacToe, entry), options)
  if (proof.verdict !== 'AC') return { mutant, fate: 'missed' }
  return { mutant, fate: report.exact && proof.exact ? 'equivalent' : 'allowed' }
}

/** 1 where sessions wait for something else than the program. */
const isSlow = ({ runner }: PlannedSuite) => Number(runner === 'terminal' || runner === 'pauses')

function judgeIfItCompiles(entry: Entry, plan: Plan): Promise<EntryReport | undefined> {
  return judge(entry, ticTacToe, plan, options).catch((error) => {
    if (error instanceof UsageError) return undefined
    throw error
  })
}

/** A table in Markdown with a row for each program, and a list of the mutants that were accepted. */
export function summary(results: ReadonlyMap<string, readonly Trial[]>): string {
  const suites = [...new Set([...results.values()].flat().flatMap(({ suite }) => suite ?? []))]
  const rows = [...results].map(([name, trials]) => {
    const count = (found: (trial: Trial) => boolean) => trials.filter(found).length
    return [
      name,
      trials.length,
      count(({ fate }) => fate === 'does not start'),
      ...suites.map((name) => count(({ suite }) => suite === name)),
      ...['equivalent', 'allowed', 'missed'].map((name) => count(({ fate }) => fate === name)),
    ]
  })
  const head = ['program', 'mutants', 'do not start', ...suites, 'equivalent', 'allowed', 'missed']
  const accepted = [...results].flatMap(([name, trials]) =>
    trials.flatMap(({ mutant, fate }) => (/killed|start/.test(fate) ? [] : [`${name} ${fate}: ${mutant.change}`])),
  )
  return [markdown(head, rows), '', ...accepted, ''].join('\n')
}
