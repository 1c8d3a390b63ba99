import type { Entry } from '../entries/entry.ts'
import { compact, minifications } from '../entries/minify.ts'
import { languageOf } from '../entries/runtimes.ts'
import { hiddenAssignments, movedAssignments, movedSteps, reusedValues } from './assignments.ts'
import { inBrackets } from './blocks.ts'
import { namedOnce as namedValues, nodeDeletions } from './changes.ts'
import { characterDeletions, conditionDeletions, groupDeletions, runDeletions } from './deletions.ts'
import { inlined, parametersAway } from './functions.ts'
import {
  foldedNumbers,
  linesAsSlices,
  listsAsTexts,
  namedOnce,
  otherSeparators,
  stringsAsDigits,
  swaps,
  textsAsFlags,
  topics,
} from './ideas.ts'
import { everywhere, type Language, languages } from './languages.ts'
import { joinedLines, namesInStrings, otherNames, ownNames, shorterGaps, tightGaps } from './minify.ts'
import { type Group, type Moves, minifier, type SearchStep } from './search.ts'
import { type Change, changed, disjoint, put, readSource, type Source } from './source.ts'
import { joinedStrings, otherDelimiters, pairsOf, synonym } from './synonyms.ts'
import { table } from './table.ts'
import { changedTokens, readTokens, type Tokens } from './tokens.ts'

/** The steps of a search for an entry; undefined if its language is not known. */
export function movesFor({ runtime }: Entry): Moves | undefined {
  const { extension, isJavaScript } = languageOf(runtime)
  const language = languages[extension]
  if (language === undefined) return undefined
  if (isJavaScript)
    return {
      minify: minifiers,
      quick: [
        minifying(language),
        ...javaScript,
        calls(language),
        byTokens(language, assignmentsMoved),
        rows(language),
      ],
      thorough: [deletions, ...general(language)],
      compact,
    }
  const minify = minifying(language)
  const quick = [minify, ...ofOtherLanguages(language)]
  return { minify, quick, thorough: general(language), compact: async (text) => text }
}

/** A rewrite: the changes that it makes, tried together or, if `isAlone`, one by one. */
interface Rewrite<Of> {
  readonly by: string
  readonly find: (source: Of) => readonly Change[]
  readonly isAlone?: boolean
}

const together = <Of>(by: string, find: Rewrite<Of>['find']): Rewrite<Of> => ({ by, find })
const alone = <Of>(by: string, find: Rewrite<Of>['find']): Rewrite<Of> => ({ by, find, isAlone: true })

const assignmentsMoved = alone('an assignment moved', movedAssignments)

function groupsOf<Of>(rewrites: readonly Rewrite<Of>[], source: Of, apply: Group['apply']): Group[] {
  return rewrites.flatMap(({ by, find, isAlone }) => {
    const changes = find(source)
    const lists = isAlone ? changes.map((change) => [change]) : disjoint(changes)
    return lists.map((changes) => ({ by, changes, apply }))
  })
}

/** A step that reads the syntax tree of JavaScript. */
const byTree =
  (...rewrites: readonly Rewrite<Source>[]): SearchStep =>
  (text) => {
    const source = readSource(text)
    return source === undefined ? [] : groupsOf(rewrites, source, (changes) => changed(text, changes.flat()))
  }

/** A step that reads tokens. */
const byTokens =
  ({ tokens }: Language, ...rewrites: readonly Rewrite<Tokens>[]): SearchStep =>
  (text) => {
    const source = readTokens(text, tokens)
    return groupsOf(rewrites, source, (changes) => changedTokens(source, changes.flat()))
  }

const minifiers: SearchStep = async (text) => {
  const whole = { start: 0, end: text.length }
  const apply = (changes: readonly Change[]) => changed(text, changes.flat())
  return (await minifications(text)).map((text) => ({ by: minifier, changes: [[put(whole, text)]], apply }))
}

const javaScript: readonly SearchStep[] = [
  byTree(...table.map(({ before, after, find }) => together(`${before} → ${after}`, find))),
  byTree(alone('a name', namedValues)),
]

const deletions = byTree(alone('a deletion', nodeDeletions))

/** A step by the table of a language. */
const rows = (language: Language) =>
  byTokens(
    language,
    alone('a list as a text', listsAsTexts(language.lists ?? { texts: [] })),
    alone('lines as slices', linesAsSlices),
    ...pairsOf([...everywhere, ...language.synonyms]).map(({ before, after }) =>
      together(`${before} → ${after}`, synonym(before, after, language.tokens)),
    ),
  )

/** A step like a minifier, nearly always right: shorter words, names of one letter, no white space. */
function minifying(language: Language): SearchStep {
  const { layout, sure, tokens } = language
  const surely = [
    ...pairsOf(sure).map(({ before, after }) => synonym(before, after, tokens)),
    ownNames,
    shorterGaps(layout),
  ]
  const find = (source: Tokens) => surely.flatMap((find) => find(source))
  return byTokens(language, together(minifier, find))
}

/** A step that puts functions where they are called. */
function calls(language: Language): SearchStep {
  const { layout, functions, tokens, classesAway = () => [] } = language
  const find = functions ? inlined(functions, tokens) : () => []
  return byTokens(
    language,
    alone('a class made functions', classesAway),
    alone('a text for a flag', textsAsFlags),
    alone('a function put where it is called', layout === 'indented' ? inBrackets(find, tokens) : find),
    alone('a parameter', parametersAway),
    alone('$_ for a variable', topics),
  )
}

/** Steps by the tables of a language other than JavaScript. */
function ofOtherLanguages(language: Language): SearchStep[] {
  const { layout, delimiters } = language
  return [
    calls(language),
    rows(language),
    byTokens(language, together(minifier, joinedLines(layout, language.tokens)), together(minifier, tightGaps(layout))),
    byTokens(
      language,
      ...otherDelimiters(delimiters).map((find) => together('strings', find)),
      together('strings', joinedStrings),
    ),
  ]
}

/** Steps for all languages, the quickest first. */
const general = (language: Language): SearchStep[] =>
  [
    alone('a name in strings', namesInStrings),
    alone(minifier, otherNames),
    assignmentsMoved,
    alone('a value used again', reusedValues),
    together('numbers', foldedNumbers),
    alone('a step moved', movedSteps),
    alone('a deletion', conditionDeletions),
    alone('a deletion', groupDeletions),
    alone('a digit', stringsAsDigits),
    alone('a separator', otherSeparators),
    together('a swap', swaps),
    alone('a name', namedOnce),
    alone('a deletion', runDeletions),
    alone('an assignment hidden', hiddenAssignments),
    alone('a deletion', characterDeletions),
  ].map((rewrite) => byTokens(language, rewrite))
