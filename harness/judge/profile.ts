import pMap from 'p-map'
import type { Game, Rule } from '../../reference/game.ts'
import { repliesTo } from '../games/explore.ts'
import { isTested } from '../games/rules.ts'
import { failureOf, shownRule } from '../report/difference.ts'
import type { EntryReport, Failure } from '../report/report.ts'
import { sessionsAtATime } from '../run/programs.ts'
import { type Lines, toReadable, toText } from '../session/bytes.ts'
import { verdictsOfLimits } from '../session/compare.ts'
import type { PlayedSession, Runner } from './runner.ts'
import { suiteOf } from './suites/of-game.ts'

/** The number of sessions for each rule. */
const ofEach = 3
/** The number of random sessions to choose them from. */
const sampled = 200
/** The most sessions that meet a limit: each takes as long as that. */
const mostSlow = 2

/**
 * Finds out which rules a wrong entry keeps: plays a few short sessions for each rule, the shortest first.
 * @param runner plays in real processes
 * @param failed the failed session that is known
 * @param cwd where fixtures are found
 */
export async function profileOf(
  game: Game<unknown>,
  runner: Runner,
  failed: PlayedSession & { readonly failure: Failure },
  cwd?: string,
): Promise<NonNullable<EntryReport['profile']>> {
  const tested = (game.rules ?? []).filter(isTested)
  const sessions = sessionsFor(game, tested, cwd)
  const tried = await played(sessions, runner)
  const held = new Map<string, Lines>()
  const broken = new Map<string, Failure>()
  for (const [index, { lines, script, outcome }] of [failed, ...tried].entries()) {
    const isRight = outcome.verdict === 'AC'
    const replies = repliesTo(game, lines.map(toText))
    const right = isRight ? replies : replies.slice(0, outcome.played.turns.length - 1)
    for (const id of right.flatMap(({ rules = [] }) => rules)) if (!held.has(id)) held.set(id, lines)
    if (isRight) continue
    const failure = index === 0 ? failed.failure : failureOf('rules', script, outcome, game)
    for (const { id } of failure.rules ?? []) if (!broken.has(id)) broken.set(id, failure)
  }
  return tested.map((rule) => {
    const failure = broken.get(rule.id)
    const lines = held.get(rule.id)
    if (failure !== undefined) return { ...shownRule(rule), result: 'broken' as const, lines: failure.lines, failure }
    const result = lines === undefined ? 'unseen' : 'holds'
    return { ...shownRule(rule), result, lines: (lines ?? []).map(toReadable) }
  })
}

/** The outcomes of sessions, until too many have met a limit. */
async function played(sessions: readonly Lines[], runner: Runner): Promise<PlayedSession[]> {
  let slow = 0
  const isSlow = ({ outcome }: PlayedSession) => verdictsOfLimits.includes(outcome.verdict)
  const outcomes = await pMap(
    sessions,
    async (lines) => {
      if (slow >= mostSlow || !runner.canPlay(lines)) return []
      const one = await runner.play(lines)
      if (isSlow(one)) slow++
      return [one]
    },
    { concurrency: sessionsAtATime() },
  )
  // More may have been played meanwhile: what is reported must not depend on which sessions ended first.
  const all = outcomes.flat()
  const last = all.filter(isSlow)[mostSlow - 1]
  return last === undefined ? all : all.slice(0, all.indexOf(last) + 1)
}

/** The sessions chosen for a game: its rules and fixtures count as the same while the process runs. */
const sessionsOfGame = new WeakMap<Game<unknown>, readonly Lines[]>()

/** Sessions with replies that obey each rule: the shortest, and others at equal distances. */
function sessionsFor(game: Game<unknown>, rules: readonly Rule[], cwd?: string): readonly Lines[] {
  const found = sessionsOfGame.get(game)
  if (found !== undefined) return found
  const sessionsOf = (name: 'fixtures' | 'leftover' | 'random' | 'repetition') =>
    suiteOf(game, name, { runs: sampled, cwd }).sessions
  const pool = [
    ...[...sessionsOf('fixtures'), ...sessionsOf('leftover'), ...sessionsOf('random')],
    ...sessionsOf('repetition').slice(0, 1),
  ]
  const showing = new Map<string, Map<string, Lines>>(rules.map(({ id }) => [id, new Map()]))
  for (const session of pool) {
    for (const [index, { rules = [], state }] of repliesTo(game, session.map(toText)).entries()) {
      // Keeps the lines after the end of a game.
      const lines = state === undefined ? session : session.slice(0, index)
      const name = JSON.stringify(lines)
      for (const id of rules) showing.get(id)?.set(name, lines)
    }
  }
  const chosen = new Map<string, Lines>()
  for (const lists of showing.values()) {
    const all = [...lists].sort(([, a], [, b]) => a.length - b.length)
    const distance = Math.max(1, Math.floor(all.length / ofEach))
    for (const [name, lines] of all.filter((_, index) => index % distance === 0).slice(0, ofEach))
      chosen.set(name, lines)
  }
  const sessions = [...chosen.values()].sort((a, b) => a.length - b.length)
  sessionsOfGame.set(game, sessions)
  return sessions
}
