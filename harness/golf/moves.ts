import type { Entry } from '../entries/entry.ts'
import { compact, minifications } from '../entries/minify.ts'
import { languageOf } from '../entries/runtimes.ts'
import { hiddenAssignments, movedAssignments } from './assignments.ts'
import { nodeDeletions } from './changes.ts'
import { characterDeletions, groupDeletions, runDeletions } from './deletions.ts'
import { bigArrays, harmlessFailures, namedOnce, otherSeparators, swaps } from './ideas.ts'
import { type Language, languages } from './languages.ts'
import { joinedLines, shorterGaps, shorterNames } from './minify.ts'
import { type Moves, minifier, type SearchStep } from './search.ts'
import { type Change, changed, readSource, type Source } from './source.ts'
import { joinedStrings, otherDelimiters, synonym } from './synonyms.ts'
import { table } from './table.ts'
import { changedTokens, readTokens, type Tokens } from './tokens.ts'

/** The steps of a search with an entry; undefined if its language is not known. */
export function movesFor({ runtime }: Entry): Moves | undefined {
  const { extension, isJavaScript } = languageOf(runtime)
  const language = languages[extension]
  if (language === undefined) return undefined
  if (isJavaScript) return { steps: [...javaScript, ...general(language)], compact }
  return { steps: [...plain(language), ...general(language)], compact: async (text) => text }
}

/** A step by the syntax tree of JavaScript. */
const byTree =
  (find: (source: Source) => readonly (readonly [Change, by: string])[]): SearchStep =>
  (text) => {
    const source = readSource(text)
    return source === undefined ? [] : find(source).map(([change, by]) => ({ text: changed(text, change), by }))
  }

const javaScript: readonly SearchStep[] = [
  async (text) => (await minifications(text)).map((text) => ({ text, by: minifier })),
  byTree((source) => table.flatMap(({ before, after, find }) => named(`${before} → ${after}`, find(source)))),
  byTree((source) => named('a deletion', nodeDeletions(source))),
]

const named = (by: string, changes: readonly Change[]) => changes.map((change) => [change, by] as const)

/** A step by tokens. */
const byTokens =
  ({ tokens }: Language, by: string, ...finds: readonly ((source: Tokens) => readonly Change[])[]): SearchStep =>
  (text) => {
    const source = readTokens(text, tokens)
    return finds.flatMap((find) => find(source)).map((change) => ({ text: changedTokens(source, change), by }))
  }

/** Steps that a minifier takes. */
const plain = (language: Language): SearchStep[] => [
  byTokens(language, minifier, shorterGaps),
  byTokens(language, minifier, shorterNames),
  byTokens(language, minifier, joinedLines),
  byTokens(
    language,
    'a synonym',
    ...language.synonyms.map(([before, after]) => synonym(before, after, language.tokens)),
  ),
  byTokens(language, 'strings', otherDelimiters(language.delimiters), joinedStrings),
]

/** Steps that a person takes, and deletions: first those that are quickly tried. */
const general = (language: Language): SearchStep[] => [
  byTokens(language, 'an assignment moved', movedAssignments),
  byTokens(language, 'a deletion', groupDeletions),
  byTokens(language, 'a separator', otherSeparators),
  byTokens(language, 'a harmless failure', harmlessFailures),
  byTokens(language, 'a swap', swaps),
  byTokens(language, 'a name', namedOnce),
  byTokens(language, 'a big array', bigArrays),
  byTokens(language, 'a deletion', runDeletions),
  byTokens(language, 'an assignment hidden', hiddenAssignments),
  byTokens(language, 'a deletion', characterDeletions),
]
