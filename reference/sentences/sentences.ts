import type { Rule } from '../game.ts'

/** A sentence as a table of sentences has it. Without `quote`, it stands in the source word for word. */
interface Sentence extends Omit<Rule, 'id' | 'at' | 'source' | 'quote'> {
  /** The heading under which our page deals with it. */
  readonly at: string
  /** The words of the source that it follows from; `null`: it is a decision of ours. */
  readonly quote?: string | null
}

/**
 * Makes rules of a table of sentences.
 * @param page the page of the game
 * @param source the heading in README.md under which the quotations stand
 */
export function sentencesFrom<Id extends string>(
  page: string,
  source: string,
  sentences: Readonly<Record<Id, Sentence>>,
): Readonly<Record<Id, Rule>> {
  const rule = (id: string, { at, quote, ...others }: Sentence): Rule => ({
    id,
    ...others,
    at: `${page}#${at}`,
    ...(quote !== null && { source, quote: quote ?? others.sentence }),
  })
  const rules = Object.entries<Sentence>(sentences).map(([id, sentence]) => [id, rule(id, sentence)])
  return Object.fromEntries(rules) as Record<Id, Rule>
}
