import fc from 'fast-check'
import type { Game, Reply, Rule } from '../../reference/game.ts'
import { explore } from '../games/explore.ts'
import { rulesIn } from '../games/rules.ts'
import { type Answers, toTexts } from '../session/bytes.ts'
import { fixturesOf } from './suites/fixtures.ts'
import { suiteOf } from './suites/of-game.ts'
import { choicesOfGame } from './typing/choices.ts'
import { Corpus } from './typing/corpus.ts'
import { anySession } from './typing/sessions.ts'

export interface TestedRule {
  readonly rule: Rule
  /** The number of replies that obey it: to the lines of `legal` and `illegal`, and to the end of input, in all positions. */
  readonly replies: number
  /** The suites with a reply that obeys the rule. */
  readonly suites: readonly string[]
  /** The paths of recorded sessions with such a reply. */
  readonly fixtures: readonly string[]
}

export interface RuleTable {
  readonly rules: readonly TestedRule[]
  /** The number of positions; absent if they are too many, and replies were counted in sessions. */
  readonly positions?: number
}

/** The most positions for which all replies are counted. */
const mostCounted = 10_000

/** Finds where each rule of a game is tested. @param cwd where fixtures are (default: the folder of this process) */
export function tableOfRules(game: Game<unknown>, cwd?: string): RuleTable {
  const trace = traced(game)
  const nodes = explore(game, mostCounted)
  const suites = suitesOf(game, nodes !== undefined, cwd).map(({ name, sessions }) => ({
    name,
    shown: shownIn(trace.game, sessions),
  }))
  const fixtures = fixturesOf(game, cwd).map(({ path, game, lines }) => ({
    path,
    shown: shownIn(game, [lines]),
  }))
  const replies = nodes === undefined ? trace.known.values() : allReplies(game, nodes)
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

/** The opening, and the replies in all positions to each line of `legal` and `illegal`, and to the end of input. */
function* allReplies(game: Game<unknown>, nodes: readonly { readonly state: unknown }[]): Generator<Reply<unknown>> {
  yield game.open()
  for (const { state } of nodes) {
    for (const line of [...game.legal(state), ...game.illegal(state), null]) yield game.answer(state, line)
  }
}

/** The rules that sessions obey. */
const shownIn = (game: Game<unknown>, sessions: readonly Answers[]) =>
  new Set(sessions.flatMap((lines) => [...rulesIn(game, toTexts(lines))]))

const proofs = ['positions', 'transitions'] as const

/** The judge and `fuzz` play more: some games take milliseconds for a reply. */
const samples = { random: 5, fuzzed: 8, linesOfFuzzed: 40 }

/** Suites of the judge, without those that show no other rules (games, endings, terminal, silence), and sessions of `fuzz`. */
function suitesOf(game: Game<unknown>, isSmall: boolean, cwd?: string) {
  const { random, fuzzed, linesOfFuzzed } = samples
  const any = anySession(choicesOfGame(game), { lines: linesOfFuzzed })
  const names = ['fixtures', 'random', 'repetition', 'leftover', ...(isSmall ? proofs : [])] as const
  return [
    ...names.flatMap((name) => suiteOf(game, name, { runs: random, cwd }) ?? []),
    { name: 'fuzz', sessions: fc.sample(any, { seed: 1, numRuns: fuzzed }).map((make) => make(new Corpus())) },
  ]
}

/** The same game, which remembers each reply by position and line, and all replies so far. */
function traced(game: Game<unknown>) {
  const known = new Map<string, Reply<unknown>>()
  const knownOr = (key: string, reply: () => Reply<unknown>) => {
    const found = known.get(key) ?? reply()
    known.set(key, found)
    return found
  }
  const answer = (state: unknown, line: string | null) =>
    knownOr(JSON.stringify([line, game.key(state)]), () => game.answer(state, line))
  return { game: { ...game, open: () => knownOr('', () => game.open()), answer }, known }
}
