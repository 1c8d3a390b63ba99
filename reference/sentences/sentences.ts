import type { Rule } from '../game.ts'

/**
 * Makes rules of sentences that stand, word for word, under a heading.
 * @param at the page and its heading
 */
export const rulesAt = <Id extends string>(at: string, sentences: Readonly<Record<Id, string>>) =>
  Object.entries<string>(sentences).map(([id, sentence]): Rule & { readonly id: Id } => ({
    ...{ id: id as Id, sentence, at },
  }))

/** Ids of the rule that a reply obeys first of all, and of that of its prompt or end. */
export type Obeyed<Rules extends readonly Rule[]> = readonly [first: Rules[number]['id'], last: Rules[number]['id']]
