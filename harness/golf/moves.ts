import { compact, minifications } from '../entries/minify.ts'
import { assignmentsMoved, characterDeletions, nodeDeletions, valuesNamed } from './changes.ts'
import { type Moves, minifier, type SearchStep } from './search.ts'
import { type Change, changed, disjoint, put, readSource, type Source } from './source.ts'
import { table } from './table.ts'

/** The changes of a rewrite, tried together or, if `isAlone`, one by one. */
interface Rewrite {
  readonly by: string
  readonly find: (source: Source) => readonly Change[]
  readonly isAlone?: true
}

const byTree =
  (rewrites: readonly Rewrite[]): SearchStep =>
  (text) => {
    const source = readSource(text)
    if (source === undefined) return []
    const apply = (changes: readonly Change[]) => changed(text, changes.flat())
    return rewrites.flatMap(({ by, find, isAlone }) => {
      const changes = find(source)
      const groups = isAlone ? changes.map((change) => [change]) : disjoint(changes)
      return groups.map((changes) => ({ by, changes, apply }))
    })
  }

const alone = (by: string, find: Rewrite['find']) => byTree([{ by, find, isAlone: true }])

const minify: SearchStep = async (text) => {
  const apply = (changes: readonly Change[]) => changed(text, changes.flat())
  const whole = { start: 0, end: text.length }
  return (await minifications(text)).map((text) => ({ by: minifier, changes: [[put(whole, text)]], apply }))
}

/** The rows of the table; some have several examples. */
const rows = [...new Map(table.map((row) => [row.find, row])).values()]

/** All steps of a search. */
export const moves: Moves = {
  minify,
  quick: [
    byTree(rows.map((row) => ({ ...row, by: `${row.before} → ${row.after}` }))),
    alone('a value named', valuesNamed),
    alone('an assignment moved', assignmentsMoved),
  ],
  thorough: [alone('a deletion', nodeDeletions), alone('a deletion', characterDeletions)],
  compact,
}
