import type { Game, Rule } from '../../reference/game.ts'
import { type Answers, type Bytes, toTexts } from '../session/bytes.ts'
import { repliesTo } from './explore.ts'

/**
 * The rule that a program breaks: the last of the reply if its prompt is wrong, or what comes behind it, else the first.
 * @param lines the lines before the wrong reply; `null` is the end of input
 * @param written the right characters that the program wrote; undefined if it wrote all, but only when its input was closed
 * @returns undefined if the game has no rules, or was over before
 */
export function brokenRule(
  game: Game<unknown>,
  lines: readonly (string | null)[],
  expected: string,
  written: string | undefined,
): Rule | undefined {
  const { rules } = repliesTo(game, lines)[lines.length] ?? {}
  const body = expected.slice(0, expected.lastIndexOf('\n') + 1)
  // The rules may allow more newlines.
  const normalized = (text: string) => text.replace(/\n+/g, '\n').trimStart()
  const isBodyRight = written === undefined || normalized(written).includes(normalized(body))
  const broken = rules?.at(isBodyRight ? -1 : 0)
  return game.rules?.find(({ id }) => id === broken)
}

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
