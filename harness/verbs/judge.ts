import { type EntryHints, findEntries } from '../find/entry.ts'
import { findGame } from '../find/game.ts'
import { isAsExpected, type Judgement, judge } from '../judge.ts'
import { judgementsAsJson } from '../report/json.ts'
import { leaderboard } from '../report/leaderboard.ts'
import { startProgress } from '../report/progress.ts'
import { fixturesSuite } from '../suites/fixtures.ts'
import { randomSuite } from '../suites/random.ts'
import type { AnyGame } from '../suites/suite.ts'

interface Options extends EntryHints {
  readonly exact?: boolean
  readonly timeout: number
  readonly jobs?: number
  readonly seed?: number
  readonly reporter: 'table' | 'json'
}

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: Options) {
  const entries = findEntries(paths.length > 0 ? paths : ['solutions'], options)
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  const jobs = entries.map((entry) => {
    const game: AnyGame = findGame(entry.game, [], entry.path)
    return { entry, game, suites: [fixturesSuite(game), randomSuite(game, { seed, runs: 20 })] }
  })
  const total = jobs.reduce((sum, { suites }) => sum + suites.reduce((sum, { size }) => sum + size, 0), 0)
  const progress = startProgress(total)
  const judgements: Judgement[] = []
  try {
    for (const { entry, game, suites } of jobs) {
      const limits = { milliseconds: options.timeout * 1000 }
      judgements.push(
        await judge(entry, game, suites, { limits, exact: options.exact === true, onSession: progress.step }),
      )
    }
  } finally {
    progress.stop()
  }
  const report = options.reporter === 'json' ? judgementsAsJson(judgements) : await leaderboard(judgements)
  process.stdout.write(`${report}\n`)
  if (!judgements.every(isAsExpected)) process.exitCode = 1
}
