import { brackets } from './brackets.ts'
import { parts } from './deletions.ts'
import { borrowed, ideas } from './ideas.ts'
import { names } from './names.ts'
import type { Row } from './rows.ts'
import type { Source, Step } from './source.ts'
import { spellings } from './spellings.ts'
import { statements } from './statements.ts'
import { structure } from './structure.ts'
import { values } from './values.ts'

/** Every rewrite that golfers know and we do. A new one is a new row. */
export const table: readonly Row[] = [
  ...spellings,
  ...brackets,
  ...statements,
  ...values,
  ...names,
  ...structure,
  ...ideas,
]

/** Every step that a row of the table makes from here, but for those of which there are too many. */
export const rewrites = (source: Source): Step[] =>
  stepsOf(
    table.filter((row) => row !== borrowed),
    source,
  )

/** The steps that are tried when no other is left. */
export const lastResorts = (source: Source): Step[] => [...stepsOf([borrowed], source), ...parts(source)]

const stepsOf = (rows: readonly Row[], source: Source): Step[] =>
  rows.flatMap(({ name, find }) => find(source).map((edits) => ({ by: name, edits })))
