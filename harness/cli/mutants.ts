import type { Host } from '../base/host.ts'
import { findGame } from '../games/find.ts'
import { findMutants, suitesFor } from '../judge/mutants.ts'
import { columns } from '../report/text.ts'

/** `ninehole mutants GAME …`: a row for each kind of mutant, a column for each suite. */
export async function mutantsVerb(name: string, args: readonly string[], { cwd, stdout }: Host): Promise<number> {
  const game = await findGame(name, args, cwd)
  const suites = suitesFor(game)
  const head = ['wrong in one', 'of', ...suites.map(({ name }) => name)]
  const rows = findMutants(game, suites).map(({ kind, all, found }) => [kind, all, ...found])
  const sizes = ['sessions', '', ...suites.map(({ sessions }) => sessions.length)]
  stdout.write(`${columns(head, [...rows, sizes])}\n`)
  return 0
}
