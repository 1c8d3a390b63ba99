import { failureOf } from '../../report/difference.ts'
import { remediesForFlushing } from '../../report/flushing.ts'
import type { FuzzReport } from '../../report/report.ts'
import { type Bytes, toReadable } from '../../session/bytes.ts'
import { troublesOf } from '../reference/reference.ts'
import type { Agreement } from './agreement.ts'
import type { Findings } from './fuzz.ts'
import type { OpenReference } from './open-reference.ts'
import type { Subjects } from './subjects.ts'

/** What a report says beside the findings. */
export interface FuzzFacts {
  readonly seed: number
  readonly milliseconds: number
  readonly reproduce: string
  readonly saved?: readonly string[] | undefined
  readonly agreement?: Agreement | undefined
  /** The milliseconds after which shortening was stopped; absent if it was finished. */
  readonly shortened?: number | undefined
}

/** A case of the report for each program, or one for the reference alone. The first has what was tried. */
export function fuzzReports(
  findings: Findings,
  opened: OpenReference,
  { names, way }: Subjects,
  facts: FuzzFacts,
): FuzzReport[] {
  const { seed, milliseconds, reproduce } = facts
  const { reference } = opened
  const { doubts } = findings
  const tried = triedIn(findings, opened, names, facts)
  const paths = names.length > 0 ? names : [reference.name]
  return paths.map((path, index) => {
    const failed = findings.failed[index]
    const failure = failed
      ? failureOf(`seed ${seed}`, failed.script, failed.outcome, reference.game, remediesForFlushing(path))
      : null
    return {
      kind: 'fuzz',
      path,
      game: reference.name,
      input: way,
      seed,
      sessions: findings.lengths.length,
      verdict: failed?.outcome.verdict ?? 'AC',
      ok: failure === null,
      failure,
      reproduce,
      milliseconds,
      ...(doubts[index] !== undefined && { doubts: doubts[index] }),
      ...(index === 0 && tried),
    }
  })
}

function triedIn(findings: Findings, opened: OpenReference, names: readonly string[], facts: FuzzFacts) {
  const { reference, words } = opened
  const { agreement, saved, shortened } = facts
  const { lengths, ended, corpus, typed } = findings
  const sorted = lengths.toSorted((a, b) => a - b)
  const isTyped = (word: Bytes) => typed.has(word) || reference.typedInTrouble?.has(word)
  const unused = words.filter((word) => !isTyped(word)).map(toReadable)
  const troubles = troublesOf(reference)
  return {
    lines: { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 },
    ended,
    replies: corpus.replies,
    ...(unused.length > 0 && { unused }),
    ...(troubles.length > 0 && { troubles }),
    ...(agreement && {
      agreement: {
        ...{ programs: [reference.name, ...names], sessions: agreement.sessions, agree: agreement.counts },
        parted: agreement.disagreements.map(({ programs: [one, other], found: { script, outcome } }) => {
          return { one, other, failure: failureOf('', script, outcome) }
        }),
      },
    }),
    ...(saved && { saved: [...saved] }),
    ...(shortened !== undefined && { shortened }),
  }
}
