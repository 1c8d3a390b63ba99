// @module-tag slow

import { join } from 'node:path'
import pMap from 'p-map'
import { afterAll, describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, findEntries } from '../entries/entry.ts'
import { locate } from '../entries/runtimes.ts'
import type { EntryReport } from '../report/report.ts'
import { markdown } from '../report/text.ts'
import { onlyDeep } from '../run/test-helpers.ts'
import { judge } from './judge.ts'
import { gamePlanner, type Plan } from './plan.ts'
import { gameReference } from './reference/reference.ts'
import { oneCase } from './test-data/mutants/one-case.ts'
import { mutantsOf, type ProgramMutant } from './test-data/mutants/rules.ts'
import { reportOn } from './test-helpers.ts'

const programs = findEntries([join(packageRoot, 'harness/judge/test-data/mutants')])
const perl = programs.find(({ runtime }) => runtime.name === 'perl') as Entry

/**
 * The fate of a mutant:
 * - `does not start`: it cannot be compiled, or ends with an error before it writes anything
 * - `killed`: it is rejected
 * - `equivalent`: it is accepted, and its output is always the exact form, as the original's is
 * - `allowed`: it is accepted, and uses an allowed variation
 * - `missed`: it is accepted, although it is wrong after some move
 */
type Fate = 'does not start' | 'killed' | 'equivalent' | 'allowed' | 'missed'

interface Trial {
  readonly mutant: ProgramMutant
  readonly fate: Fate
  /** The suite that killed it. */
  readonly suite?: string
}

const options = { limits: { milliseconds: 500 } }
const quickPlan = gamePlanner({ quick: true, seed: 1, real: false })
const usualPlan = gamePlanner({ seed: 1, real: false })
const allMoves = gamePlanner({ suites: ['transitions'], seed: 1, real: true })

/**
 * Judges a mutant of a tic-tac-toe program by the plan of `--quick`, the smallest suite first, and what is slow by itself
 * last; one that is accepted, by all moves.
 */
async function tryMutant(original: Entry, mutant: ProgramMutant): Promise<Trial> {
  const entry = { ...original, source: mutant.source }
  const plan = quickPlan(ticTacToe, entry.input, entry.runtime.worker).toSorted(
    (a, b) => isSlow(a) - isSlow(b) || a.suite.sessions.length - b.suite.sessions.length,
  )
  const report = await judgeIfItCompiles(entry, plan)
  if (report === undefined) return { mutant, fate: 'does not start' }
  const { failure, verdict } = report
  if (verdict === 'RTE' && failure?.actual === '') return { mutant, fate: 'does not start' }
  if (failure) return { mutant, fate: 'killed', suite: failure.suite }
  const isComplete = plan.some(({ suite }) => suite.name === 'transitions')
  const proof = isComplete ? report : await reportOn(entry, allMoves(ticTacToe, entry.input), options)
  if (proof.verdict !== 'AC') return { mutant, fate: 'missed' }
  return { mutant, fate: report.exact && proof.exact ? 'equivalent' : 'allowed' }
}

/** 1 where sessions wait for something else than the program. */
const isSlow = ({ by }: Plan[number]) => Number(by === 'terminal' || by === 'pauses')

function judgeIfItCompiles(entry: Entry, plan: Plan): Promise<EntryReport | undefined> {
  const inProcesses = () => quickPlan(ticTacToe, entry.input)
  const job = { entry, reference: gameReference(ticTacToe), plan, inProcesses }
  return judge(job, options).then(
    ({ report }) => report,
    (error) => {
      if (error instanceof UsageError) return undefined
      throw error
    },
  )
}

/** A table in Markdown with a row for each program, and a list of the mutants that were accepted. */
function summary(results: ReadonlyMap<string, readonly Trial[]>): string {
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

test.each(programs.map((entry) => [entry.runtime.name, entry] as const))(
  'the %s program is exact',
  async (_, entry) => {
    const plan = gamePlanner({ suites: ['fixtures'], seed: 1, real: true })(ticTacToe, entry.input)
    const report = await reportOn(entry, plan, { exact: true })
    if (report.skipped === undefined) expect(report.verdict).toBe('AC')
  },
)

test('a mutant is another program, with a change at one place', () => {
  const changes = mutantsOf("if (a == 1) {\n  say('tie.')\n}\n").map(({ change }) => change)
  expect(changes).toContain('1: if (a == 1) { → if (a == 2) {')
  expect(changes).toContain('1: if (a == 1) { → if (a != 1) {')
  expect(changes).toContain('1: if (a == 1) { → if (!(a == 1)) {')
  expect(changes).toContain("2: say('tie.') → say('tie')")
  expect(changes).toContain("2: say('tie.') deleted")
  const mutants = mutantsOf(perl.source).map(({ source }) => source)
  expect(new Set([...mutants, perl.source]).size).toBe(mutants.length + 1)
})

const named = (change: string) => {
  const mutant = mutantsOf(perl.source).find((one) => one.change === change)
  if (mutant === undefined) throw new Error(`no mutant '${change}'`)
  return mutant
}

test.each([
  ['9: for my $row (0, 3, 6) { → for my $row (0, 3, 7) {', 'killed'],
  ["47: $player = $player eq 'X' ? 'O' : 'X'; deleted", 'killed'],
  ['4: my @lines = qw(012 345 678 036 147 258 048 246); deleted', 'does not start'],
])('%s: %s', async (change, fate) => {
  expect(await tryMutant(perl, named(change))).toMatchObject({ fate })
})

const edited = (source: string, edits: readonly (readonly [from: string, to: string])[]) =>
  edits.reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, () => to)
  }, source)

/** What a plan proves, without the random sessions, which find many a fault by luck. */
function proofIn(plan: Plan): Plan {
  const proof = plan.filter(({ suite }) => suite.strength !== undefined)
  expect(proof).not.toEqual([])
  return proof
}

describe.each(Object.entries(oneCase))('a program that forgets %s', (_, edits) => {
  test.each(Object.entries(edits))('in %s', { timeout: 600_000 }, async (language, changes) => {
    const original = programs.find(({ runtime }) => runtime.name === language) as Entry
    const entry = { ...original, source: edited(original.source, changes) }
    for (const plan of [quickPlan, ...(process.env.DEEP ? [usualPlan] : [])]) {
      const proof = proofIn(plan(ticTacToe, entry.input, entry.runtime.worker))
      const report = await reportOn(entry, proof, options)
      if (report.skipped === undefined) expect(report.verdict).toBe('WA')
    }
  })
})

/** Counts the small faults that the judge finds. The table is that of README.md beside it. */
describe('no mutant is accepted that is wrong', onlyDeep, () => {
  const results = new Map<string, readonly Trial[]>()
  afterAll(() => console.log(summary(results)))

  test.for(programs.map((entry) => [`${entry.runtime.name}-${entry.input}`, entry] as const))(
    '%s',
    { timeout: 3_600_000 },
    async ([name, entry], { skip, expect }) => {
      if ((await locate(entry.runtime)) === undefined) skip(`${entry.runtime.name} is not installed`)
      const trials = await pMap(mutantsOf(entry.source), (mutant) => tryMutant(entry, mutant), { concurrency: 2 })
      results.set(name, trials)
      expect(trials.filter(({ fate }) => fate === 'missed')).toEqual([])
    },
  )
})
