import { exact, type Game, type Reply, type Text } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import { type Answers, type Bytes, toBytes, toText, withoutEnd } from './bytes.ts'
import { type Limits, verdictLimits } from './limits.ts'
import { isVarying } from './matcher.ts'
import type { Expected, Script, Session } from './session.ts'

/** How many lines may be added to a session to reach the end of the game. */
const maxAdded = 200

/** `interactive`: each line after its prompt; `stdin`: all at once and the end of input; `args`: the lines as arguments. */
export const inputs = ['interactive', 'stdin', 'args'] as const
export type Input = (typeof inputs)[number]
/** By one of these inputs, or in a pseudo-terminal, which is interactive, too. */
export type Way = Input | 'pty'

/** True if each answer is sent after its prompt; false: all input is sent at once. */
export const isInLockStep = (way: Way): boolean => way === 'interactive' || way === 'pty'

interface Position {
  readonly state: unknown
  readonly key: string
  reply(line: Bytes | null): KnownReply
}

/** Replies that differ only in the rules that they obey count as one: so their texts are shared. */
interface KnownReply {
  readonly output: Text
  /** Absent if the game is over. */
  readonly position: Position | undefined
  readonly status: number
}

/** Opens a game whose positions and replies are computed once: hundreds of thousands of sessions share them. */
const openingOf = memoize((game: Game<unknown>): KnownReply => {
  const positions = new Map<string, Position>()
  const replies = new Map<string, KnownReply>()
  const known = ({ output, state, status = 0 }: Reply<unknown>): KnownReply => {
    const position = state === undefined ? undefined : positionOf(state)
    const name = JSON.stringify([position?.key ?? status, output])
    const reply = replies.get(name) ?? { output, position, status }
    replies.set(name, reply)
    return reply
  }
  const positionOf = (state: unknown): Position => {
    const key = game.key(state)
    const reply = (line: Bytes | null) => known(game.answer(state, line === null ? null : toText(line)))
    const position = positions.get(key) ?? { state, key, reply: memoize(reply) }
    positions.set(key, position)
    return position
  }
  return known(game.open())
}, new WeakMap())

/** Replies to lines up to the end of the game, after the opening: one more than the lines played. */
export function repliesTo(game: Game<unknown>, lines: Answers): KnownReply[] {
  let last = openingOf(game)
  const replies = [last]
  for (const line of lines) {
    if (last.position === undefined) break
    last = last.position.reply(line)
    replies.push(last)
  }
  return replies
}

/** What a game says to these lines, with every variation that its rules allow. */
export function scriptOf(game: Game<unknown>, lines: Answers): Script {
  const replies = repliesTo(game, lines)
  const { position, status } = replies.at(-1) as KnownReply
  const played = replies.length - 1
  const leftover = withoutEnd(lines.slice(played))
  return {
    turns: replies.map(({ output }, index) => (index < played ? { output, answer: lines[index] ?? null } : { output })),
    end: position === undefined ? { how: 'exit', status } : { how: 'cut' },
    ...(leftover.length > 0 && { leftover }),
  }
}

/** Completes input with legal lines, if the end can be reached: a program that reads all at once then prints everything. */
export function playedToEnd<Line extends Bytes | null>(
  game: Game<unknown>,
  lines: readonly Line[],
): readonly (Line | Bytes)[] {
  const added: Bytes[] = []
  let { position } = repliesTo(game, lines).at(-1) as KnownReply
  while (position !== undefined && added.length < maxAdded) {
    const [line] = game.legal(position.state)
    if (line === undefined) break
    added.push(toBytes(line))
    position = position.reply(toBytes(line)).position
  }
  return position === undefined && added.length > 0 ? [...lines, ...added] : lines
}

/**
 * Plays a script with its exact outputs.
 * @param varying the text of each varying place (default: as recorded)
 */
export const exactly = ({ turns, end }: Script, varying?: string): Session => ({
  turns: turns.map((turn) => ({ ...turn, output: toBytes(exact(withVarying(turn.output ?? '', varying))) })),
  end,
})

const withVarying = (output: Expected, varying: string | undefined) =>
  typeof output === 'string' || varying === undefined
    ? output
    : output.map((part) => (isVarying(part) ? varying : part))

/** Bytes that a program may write in a session: enough to show what is wrong with one that writes everything twice. */
export const outputLimitOf = ({ turns }: Script, { bytes = verdictLimits.outputLimit }: Limits): number =>
  Math.max(bytes, 2 * turns.reduce((sum, { output }) => sum + lengthOf(output ?? ''), 0))

const lengthOf = (text: Expected) => (typeof text === 'string' ? toBytes(text).length : lengthOfForm(text))

/** Thousands of sessions share their texts. */
const lengthOfForm = memoize((text: Exclude<Expected, string>) => toBytes(exact(text)).length, new WeakMap())
