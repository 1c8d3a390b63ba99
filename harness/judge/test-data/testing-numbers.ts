import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Game } from '../../../reference/game.ts'
import { ordo } from '../../../reference/ordo/ordo.ts'
import { ortho } from '../../../reference/ortho.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { packageRoot } from '../../base/package-root.ts'
import { findEntries } from '../../entries/entry.ts'
import { isTested } from '../../games/rules.ts'
import { findTranscripts } from '../../transcripts/transcript.ts'
import { suitesFor } from '../mutants.ts'
import { mutantsOf } from './mutants/rules.ts'
import { catalogue } from './wrong-entries/all.ts'

// The numbers of "How it is tested" that take seconds to count. A test compares them with the page.

type Row = readonly [what: string, ...numbers: (number | string)[]]

const root = (path: string) => join(packageRoot, path)
const games: readonly Game<unknown>[] = [ticTacToe, ortho(5, 4), ordo('ordo'), ordo('ordo-x')]

/** A row for each game: its sentences by class, and its recorded sessions. */
export const gameRows = (): Row[] =>
  games.map(({ name, rules = [] }) => {
    const count = (is: (rule: (typeof rules)[number]) => boolean) => rules.filter(is).length
    const recorded = findTranscripts([root(`fixtures/${name}`)]).length
    return [
      name,
      rules.length,
      count(isTested),
      count(({ needsNoTest }) => needsNoTest !== undefined),
      count(({ cannotBeTested }) => cannotBeTested !== undefined),
      recorded,
    ]
  })

interface Perft {
  readonly perft: readonly { readonly counts: readonly number[] }[]
  readonly positions: readonly unknown[]
}

/** The things that are compared, and how much of each there is. */
export function countRows(): Row[] {
  const all = Object.values(catalogue).flat()
  const wrong = all.filter((entry) => entry.verdict !== 'AC')
  const breaking = wrong.filter(({ breaks }) => breaks !== undefined)
  const entries = findEntries([root('solutions')])
  const programs = findEntries([root('harness/judge/test-data/mutants')])
  const right = findEntries([root('harness/golf/test-data')])
  const suites = Object.fromEntries(suitesFor(ticTacToe).map(({ name, sessions }) => [name, sessions.length]))
  const { ordo, 'ordo-x': ordoX } = JSON.parse(readFileSync(root('reference/ordo/perft.json'), 'utf8')) as {
    readonly [game in 'ordo' | 'ordo-x']: Perft
  }
  const perfts = [ordo, ordoX].flatMap(({ perft }) => perft)
  return [
    ['wrong entries that must get their verdict', wrong.length],
    ['… of them with a rule that they must break', breaking.length],
    ['… and that meet a limit, and break none', wrong.length - breaking.length],
    ['entries that only look wrong, and must be accepted', all.length - wrong.length],
    ['wrong entries beside the golfed ones', entries.filter(({ expected }) => expected !== 'AC').length],
    ['golfed entries that must be accepted', entries.filter(({ expected }) => expected === 'AC').length],
    ['readable programs that must be accepted', right.length + programs.length],
    ['programs that were changed at one place', programs.flatMap(({ source }) => mutantsOf(source)).length],
    ['sessions of tic-tac-toe: --quick', suites.endings ?? 0],
    ['… usual', suites.transitions ?? 0],
    ['… --memory 1', suites['transitions --memory 1'] ?? 0],
    ['Ordo and Ordo X: counts of turns by an independent program', perfts.flatMap(({ counts }) => counts).length],
    ['… and positions with a list of all turns', ordo.positions.length + ordoX.positions.length],
  ]
}
