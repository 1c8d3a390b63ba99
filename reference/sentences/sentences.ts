import type { Rule } from '../game.ts'

/** A sentence as a table of sentences has it. Without `quote`, it stands in the source word for word. */
interface Sentence extends Omit<Rule, 'id' | 'source' | 'quote'> {
  /** The heading under which our page deals with it (default: that of the rules). */
  readonly at?: string
  /** The words of the source that it follows from; `null`: it is a decision of ours. */
  readonly quote?: string | null
}

/**
 * Makes rules of a table of sentences.
 * @param rules the page of the game, and the heading of its rules
 * @param source the heading in README.md under which the quotations stand
 */
export function sentencesFrom<Id extends string>(
  rules: string,
  source: string,
  sentences: Readonly<Record<Id, Sentence>>,
): Readonly<Record<Id, Rule>> {
  const [page] = rules.split('#')
  const rule = (id: string, { at, quote, ...others }: Sentence): Rule => ({
    id,
    ...others,
    at: at === undefined ? rules : `${page}#${at}`,
    ...(quote !== null && { source, quote: quote ?? others.sentence }),
  })
  const entries = Object.entries<Sentence>(sentences).map(([id, sentence]) => [id, rule(id, sentence)])
  return Object.fromEntries(entries) as Record<Id, Rule>
}
