import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { gameOracle } from '../check/oracle.ts'
import type { Entry } from '../entries/entry.ts'
import { type JudgeOptions, judge } from './judge.ts'
import type { Job, Plan } from './plan.ts'

/** A job whose sessions are also those for an entry that the worker cannot play. */
export const jobOf = (entry: Entry, plan: Plan, oracle = gameOracle(ticTacToe)): Job => ({
  ...{ entry, oracle, plan },
  inProcesses: async () => plan.map(({ suite }) => ({ suite, by: 'processes' })),
})

/** Judges an entry, by default one of tic-tac-toe, that may be silent for five seconds, as on a busy machine. */
export async function reportOn(
  entry: Entry,
  plan: Plan,
  options: Partial<JudgeOptions> = {},
  oracle = gameOracle(ticTacToe),
) {
  return (await judge(jobOf(entry, plan, oracle), { limits: { milliseconds: 5000 }, ...options })).report
}
