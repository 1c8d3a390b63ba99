import type { Game, Rule } from '../../reference/game.ts'
import { type Answers, type Bytes, toText } from '../session/bytes.ts'
import { repliesTo } from '../session/script.ts'

/**
 * Finds the rule that a program breaks: the last of the reply if its prompt is wrong, or what comes behind it, else the first.
 * @param lines what was typed before the wrong reply
 * @param written right characters that the program wrote; undefined if it wrote all, but only when its input was closed
 * @returns undefined if the game has no rules, or was over before
 */
export function brokenRule(
  game: Game<unknown>,
  lines: Answers,
  expected: string,
  written: string | undefined,
): Rule | undefined {
  let reply = game.open()
  for (const line of lines) {
    if (reply.state === undefined) return undefined
    reply = game.answer(reply.state, line === null ? null : toText(line))
  }
  const body = expected.slice(0, expected.lastIndexOf('\n') + 1)
  // The rules may allow more newlines.
  const normalized = (text: string) => text.replace(/\n+/g, '\n').trimStart()
  const isBodyRight = written === undefined || normalized(written).includes(normalized(body))
  const broken = reply.rules?.at(isBodyRight ? -1 : 0)
  return game.rules?.find(({ id }) => id === broken)
}

/** True if each of these lines is legal or refused, or comes after the end of the game; false at the end of input. */
export function isJudged(game: Game<unknown>, lines: Answers): lines is Bytes[] {
  const replies = repliesTo(game, lines)
  return lines.every((line, index) => {
    const { position } = replies[index] ?? {}
    if (line === null || position === undefined) return line !== null
    const { state } = position
    return game.legal(state).includes(toText(line)) || refusedIn(game, state).includes(toText(line))
  })
}

/** Every line that the game must refuse in a state. */
export const refusedIn = (game: Game<unknown>, state: unknown): string[] => [
  ...game.illegal(state),
  ...(game.nonsense ?? []),
]
