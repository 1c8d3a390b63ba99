import type { Game, Rule } from '../../reference/game.ts'
import { linesIn } from '../base/lines.ts'
import { type Answers, type Bytes, toTexts } from '../session/bytes.ts'
import { repliesTo } from './explore.ts'

/** The facts of a failed session that show which rule was broken. */
export interface WrongReply {
  /** The lines before the wrong reply; `null` is the end of input. */
  readonly lines: readonly (string | null)[]
  readonly expected: string
  readonly actual: string
  /** The number of right characters of `actual`. */
  readonly right: number
  /** The reply was right, but came only when the input was closed. */
  readonly isUnflushed?: boolean
}

/** The ids of the rules that the replies to these lines obey. */
export const rulesIn = (game: Game<unknown>, lines: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(repliesTo(game, lines).flatMap(({ rules = [] }) => rules))

/**
 * The rule that a program breaks: the first of the reply whose `seen` matches, or else the first. Undefined if the game has
 * no rules, or was over before.
 */
export function brokenRule(game: Game<unknown>, wrong: WrongReply): Rule | undefined {
  const known = new Map(game.rules?.map((rule) => [rule.id, rule]))
  const { rules = [] } = repliesTo(game, wrong.lines)[wrong.lines.length] ?? {}
  const obeyed = rules.flatMap((id) => known.get(id) ?? [])
  const shown = asShown(wrong)
  return obeyed.find(({ seen }) => seen === undefined || seen.test(shown)) ?? obeyed[0]
}

/** The right line and the wrong one: `RIGHT→WRITTEN`. */
function asShown({ expected, actual, right, isUnflushed }: WrongReply): string {
  const start = actual.slice(0, right).lastIndexOf('\n') + 1
  // Skips lines of variations, which the exact form does not have.
  const toCome = linesIn(actual.slice(0, start)).reduce<readonly string[]>(
    (rest, line) => (rest[0] === line ? rest.slice(1) : rest),
    linesIn(expected),
  )
  const [line = ''] = toCome
  const [written = ''] = isUnflushed ? ['not flushed'] : linesIn(actual.slice(start))
  return `${line}→${written}`.replaceAll('\n', '␊')
}

/** True unless the rule says why it has no test. */
export const isTested = ({ needsNoTest, cannotBeTested }: Rule): boolean =>
  needsNoTest === undefined && cannotBeTested === undefined

/**
 * True if the rules judge all of these lines: none is the end of input, and each is legal or refused, or comes after the
 * end of the game.
 */
export function isJudged(game: Game<unknown>, lines: Answers): lines is Bytes[] {
  const texts = toTexts(lines)
  const replies = repliesTo(game, texts)
  return texts.every((line, index) => {
    const { state } = replies[index] ?? {}
    if (line === null) return false
    return state === undefined || game.legal(state).includes(line) || refusedIn(game, state).includes(line)
  })
}

/** Every line that the game must refuse in a state. */
export const refusedIn = (game: Game<unknown>, state: unknown): string[] => [
  ...game.illegal(state),
  ...(game.nonsense ?? []),
]
