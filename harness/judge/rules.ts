import fc from 'fast-check'
import type { Game, Reply, Rule } from '../../reference/game.ts'
import { explore } from '../games/explore.ts'
import { toText } from '../session/bytes.ts'
import { recordedSessions } from './suites/fixtures.ts'
import { suiteOf } from './suites/of-game.ts'
import { choicesOfGame } from './typing/choices.ts'
import { Novelty } from './typing/novelty.ts'
import { anySession } from './typing/sessions.ts'

export interface TestedRule {
  readonly rule: Rule
  /** The number of replies that obey the rule, to all legal and refused lines in all positions. */
  readonly replies: number
  /** The suites with a reply that obeys the rule. */
  readonly suites: readonly string[]
  /** The paths of recorded sessions with such a reply. */
  readonly fixtures: readonly string[]
}

export interface RuleTable {
  readonly rules: readonly TestedRule[]
  /** The number of positions; absent: they are too many, and replies were counted in sessions. */
  readonly positions?: number
}

/** The most positions in which replies are counted. */
const mostCounted = 10_000

/** Finds where each rule of a game is tested. @param cwd where fixtures are (default: the folder of this process) */
export function tableOfRules(game: Game<unknown>, cwd?: string): RuleTable {
  const trace = new Trace(game)
  const nodes = explore(game, mostCounted)
  const suites = suitesOf(game, nodes !== undefined, cwd).map(({ name, sessions }) => ({
    name,
    shown: trace.rulesIn(sessions),
  }))
  const fixtures = recordedSessions(game, cwd).map(({ path, game, lines }) => ({
    path,
    shown: new Trace(game).rulesIn([lines]),
  }))
  const replies = nodes === undefined ? trace.replies() : repliesTo(game, nodes)
  const counts = new Map<string, number>()
  for (const { rules = [] } of replies) for (const id of new Set(rules)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const rules = (game.rules ?? []).map((rule) => ({
    rule,
    replies: counts.get(rule.id) ?? 0,
    suites: suites.filter(({ shown }) => shown.has(rule.id)).map(({ name }) => name),
    fixtures: fixtures.filter(({ shown }) => shown.has(rule.id)).map(({ path }) => path),
  }))
  return nodes === undefined ? { rules } : { rules, positions: nodes.length }
}

/** The replies in all positions to each legal or refused line, and to the end of input. */
function* repliesTo(game: Game<unknown>, nodes: readonly { readonly state: unknown }[]): Generator<Reply<unknown>> {
  yield game.open()
  for (const { state } of nodes) {
    for (const line of [...game.legal(state), ...game.illegal(state), null]) yield game.answer(state, line)
  }
}

interface NamedSessions {
  readonly name: string
  readonly sessions: readonly (readonly (string | null)[])[]
}

/** The sizes of samples, for games whose replies take milliseconds: the judge and `fuzz` play more. */
const samples = { random: 5, fuzzed: 8, linesOfFuzzed: 40 }

/** The suites of the judge, without parts of others, and sessions of `fuzz`. */
function suitesOf(game: Game<unknown>, isSmall: boolean, cwd?: string): NamedSessions[] {
  const { random, fuzzed, linesOfFuzzed } = samples
  const any = anySession(choicesOfGame(game), { lines: linesOfFuzzed })
  return [
    ...(['fixtures', 'random', 'repetition', 'leftover'] as const).map((name) =>
      suiteOf(game, name, { runs: random, cwd }),
    ),
    ...(isSmall ? (['positions', 'transitions'] as const).flatMap((name) => suiteOf(game, name) ?? []) : []),
    { name: 'fuzz', sessions: fc.sample(any, { seed: 1, numRuns: fuzzed }).map((make) => make(new Novelty())) },
  ]
}

/** Plays sessions, and remembers each reply by position and line. */
class Trace {
  readonly #game: Game<unknown>
  readonly #known = new Map<string, { readonly reply: Reply<unknown>; readonly key: string }>()

  constructor(game: Game<unknown>) {
    this.#game = game
  }

  rulesIn(sessions: Iterable<readonly (string | null)[]>): ReadonlySet<string> {
    const found = new Set<string>()
    for (const lines of sessions) {
      let place = this.#placeOf('', () => this.#game.open())
      for (const id of place.reply.rules ?? []) found.add(id)
      for (const line of lines) {
        const { state } = place.reply
        if (state === undefined) break
        const text = line === null ? null : toText(line)
        place = this.#placeOf(`${JSON.stringify(text)} ${place.key}`, () => this.#game.answer(state, text))
        for (const id of place.reply.rules ?? []) found.add(id)
      }
    }
    return found
  }

  *replies(): Generator<Reply<unknown>> {
    for (const { reply } of this.#known.values()) yield reply
  }

  #placeOf(name: string, reply: () => Reply<unknown>) {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const found = reply()
    const place = { reply: found, key: found.state === undefined ? '' : this.#game.key(found.state) }
    this.#known.set(name, place)
    return place
  }
}
