import { brackets } from './brackets.ts'
import { deletions, parts } from './deletions.ts'
import { borrowed, ideas } from './ideas.ts'
import { names, repeated } from './names.ts'
import type { Row } from './rows.ts'
import type { Source, Step } from './source.ts'
import { spellings } from './spellings.ts'
import { statements } from './statements.ts'
import { structure } from './structure.ts'
import { values } from './values.ts'

/** What follows from itself, and what entangles a program so that little else can be done with it, or is plenty. */
const usual: readonly Row[] = [...spellings, ...brackets, ...statements, ...values, ...names, ...ideas]
const last: readonly Row[] = [repeated, borrowed]

/** Every rewrite that golfers know and we do. A new one is a new row. */
export const table: readonly Row[] = [...structure, ...usual, ...last]

/** Every step that a row of the table makes from here. */
export const rewrites = (source: Source): Step[] => stepsOf(table, source)

/** Every step in the order in which to try them, in groups within which there is no order. */
export const attempts: readonly ((source: Source) => Step[])[] = [
  (source) => stepsOf(structure, source),
  (source) => [...stepsOf(usual, source), ...deletions(source)],
  (source) => [...stepsOf(last, source), ...parts(source)],
]

const stepsOf = (rows: readonly Row[], source: Source): Step[] =>
  rows.flatMap(({ name, find }) => find(source).map((edits) => ({ by: name, edits })))
