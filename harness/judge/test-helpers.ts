import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { gameOracle } from '../check/oracle.ts'
import type { Entry } from '../entries/entry.ts'
import { type JudgeOptions, judge } from './judge.ts'
import type { Plan } from './plan.ts'

/** Judges an entry, by default one of tic-tac-toe, that may be silent for five seconds, as on a busy machine. */
export async function reportOn(
  entry: Entry,
  plan: Plan,
  options: Partial<JudgeOptions> = {},
  oracle = gameOracle(ticTacToe),
) {
  const { report } = await judge({ entry, oracle, plan }, { limits: { milliseconds: 5000 }, ...options })
  return report
}
