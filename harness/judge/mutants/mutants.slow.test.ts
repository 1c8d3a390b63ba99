import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { type Entry, findEntries } from '../../entries/entry.ts'
import { packageRoot } from '../../games/package-root.ts'
import { judge } from '../judge.ts'
import { planner } from '../plan.ts'
import { tryMutant } from './mutants.ts'
import { mutantsOf } from './rules.ts'

const programs = findEntries([join(packageRoot, 'harness/judge/mutants')])
const perl = programs.find(({ runtime }) => runtime.name === 'perl') as Entry

test.each(programs.map((entry) => [entry.runtime.name, entry] as const))(
  'the %s program is exact',
  async (_, entry) => {
    const plan = planner({ suites: ['fixtures'], seed: 1, real: true })(ticTacToe, entry)
    const report = await judge(entry, ticTacToe, plan, { limits: { milliseconds: 2000 }, exact: true, onSession() {} })
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
  ['33: if ($marks == 3) { → if ($marks == 2) {', 'killed'],
  ['49: print "tie.\\n"; → print "ie.\\n";', 'killed'],
  ["47: $player = $player eq 'X' ? 'O' : 'X'; deleted", 'killed'],
  ['24: return $answer; deleted', 'killed'],
  ['4: my @lines = qw(012 345 678 036 147 258 048 246); deleted', 'does not start'],
])('%s: %s', async (change, fate) => {
  expect(await tryMutant(perl, named(change))).toMatchObject({ fate })
})
