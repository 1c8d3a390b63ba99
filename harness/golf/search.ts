import { compact, minifications } from '../entries/minify.ts'
import { bracketDeletions, characterDeletions, nodeDeletions, tokenDeletions } from './deletions.ts'
import { type Change, changed, type Edit, readSource, type Source, sizeOf } from './source.ts'
import { table } from './table.ts'
import type { Trials } from './trials.ts'

export interface SearchOptions {
  readonly trials: Trials
  /** Programs that are not tried (again): those that were refused. */
  readonly refused: Set<string>
  readonly isOver: () => boolean
  /** Called for every smaller program that passes its trials. */
  readonly onFind: (text: string, by: string) => void
}

/** A program to try, and the row that made it. */
interface Candidate {
  readonly text: string
  readonly by: string
}

/** The candidates that come of a program, in the order in which to try them. */
type Pass = (source: Source) => Iterable<Candidate> | Promise<Iterable<Candidate>>

/** What minifiers are called where rows have names. */
export const minifier = 'a minifier'

/** How many programs are tried at a time. */
const atOnce = 2

/**
 * Looks for smaller programs that pass their trials, from one to the next, until there is none.
 * @returns the smallest
 */
export async function search(text: string, options: SearchOptions): Promise<string> {
  const rewritten = await repeat(text, [minify, rewrite], options)
  return repeat(rewritten, [...deletions, minify, rewrite], options)
}

/** Takes the passes in turn until none of them finds anything. */
async function repeat(text: string, passes: readonly Pass[], options: SearchOptions): Promise<string> {
  let best = text
  for (const pass of passes) best = await take(best, pass, options)
  return best === text ? text : repeat(best, passes, options)
}

const minify: Pass = async ({ text }) => {
  const texts = await minifications(text)
  return texts.map((text) => ({ text, by: minifier })).sort((a, b) => sizeOf(a.text) - sizeOf(b.text))
}

/** Every row of the table: in all its places at once, and in each of them. */
const rewrite: Pass = (source) =>
  candidates(
    source,
    table.flatMap(({ name, find }) => {
      const changes = find(source)
      return [joined(changes), ...changes].map((change) => ({ by: name, change }))
    }),
  )

const deletions: readonly Pass[] = [
  (source) => left(source, 'brackets', bracketDeletions(source)),
  (source) => left(source, 'a node', nodeDeletions(source)),
  (source) => left(source, 'tokens', tokenDeletions(source)),
  (source) => left(source, 'characters', characterDeletions(source)),
]

const left = (source: Source, what: string, changes: readonly Change[]) =>
  candidates(
    source,
    changes.map((change) => ({ by: `${what} left out`, change })),
  )

/** The texts that changes lead to, those that save most first. */
function* candidates(source: Source, changes: readonly { by: string; change: Change }[]): Generator<Candidate> {
  const saved = (change: Change) => change.reduce((sum, { start, end, text }) => sum + end - start - text.length, 0)
  for (const { by, change } of [...changes].sort((a, b) => saved(b.change) - saved(a.change))) {
    yield { by, text: changed(source, change) }
  }
}

/** As many of these changes at once as do not overlap. */
function joined(changes: readonly Change[]): Change {
  const edits: Edit[] = []
  for (const change of changes) {
    if (change.every((a) => edits.every((b) => a.end <= b.start || a.start >= b.end))) edits.push(...change)
  }
  return edits
}

/** Takes every step of a pass that leads down, and goes on with the next one from there. */
async function take(from: string, pass: Pass, { trials, refused, isOver, onFind }: SearchOptions): Promise<string> {
  let best = from
  for (let done = 0; ; ) {
    const source = readSource(best)
    if (source === undefined) return best
    const before = best
    const waiting: (Candidate & { readonly index: number })[] = []
    let index = 0
    for (const candidate of await pass(source)) {
      if (isOver()) return best
      if (index++ < done) continue
      const text = await smallest(candidate.text)
      if (text === undefined || sizeOf(text) >= sizeOf(best) || refused.has(text)) continue
      if (waiting.some((other) => other.text === text)) continue
      if (waiting.push({ text, by: candidate.by, index }) < atOnce) continue
      await tryAll()
      if (best !== before) break
    }
    if (best === before) await tryAll()
    if (best === before) return best

    async function tryAll() {
      const some = waiting.splice(0)
      const passed = await Promise.all(some.map(({ text }) => trials.passes(text)))
      const found = some.find((_, i) => passed[i])
      for (const [i, { text }] of some.entries()) if (!passed[i]) refused.add(text)
      if (found === undefined) return
      best = found.text
      done = found.index - 1
      onFind(best, found.by)
    }
  }
}

/** A program as short as it can be written; undefined if it is none. */
async function smallest(text: string): Promise<string | undefined> {
  if (readSource(text) === undefined) return undefined
  const printed = await compact(text)
  return printed !== undefined && sizeOf(printed) < sizeOf(text) ? printed : text
}
