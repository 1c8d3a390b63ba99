import { brackets } from './brackets.ts'
import { ideas } from './ideas.ts'
import { names } from './names.ts'
import type { Row } from './rows.ts'
import type { Source, Step } from './source.ts'
import { spellings } from './spellings.ts'
import { statements } from './statements.ts'
import { values } from './values.ts'

/** Every rewrite that golfers know and we do. A new one is a new row. */
export const table: readonly Row[] = [...spellings, ...brackets, ...statements, ...values, ...names, ...ideas]

/** Every step that a row of the table makes from here. */
export const rewrites = (source: Source): Step[] =>
  table.flatMap(({ name, find }) => find(source).map((edits) => ({ by: name, edits })))
