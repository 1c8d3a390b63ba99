import { exact, type Game, type Reply, type Text } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from './bytes.ts'
import { type Limits, mostAdded, outputLimit } from './limits.ts'
import type { Expected, Script, Session, Turn } from './session.ts'

/**
 * Ways to give a program its input: `interactive`, each line after its prompt has arrived; `stdin`, all lines at once and
 * then the end of input; `args`, the lines as arguments.
 */
export const inputs = ['interactive', 'stdin', 'args'] as const
export type Input = (typeof inputs)[number]
/** A way to play a session: with one of these inputs, or `interactive` in a pseudo-terminal. */
export type Way = Input | 'pty'

/** Each answer is given after its prompt; otherwise all input is there at once. */
export const isInLockStep = (way: Way): boolean => way === 'interactive' || way === 'pty'

/**
 * A reply of a game, and the replies that may follow it. Each is computed once: hundreds of thousands of sessions share
 * a few thousand of them.
 */
interface KnownReply {
  readonly reply: Reply<unknown>
  readonly next: Map<Bytes | null, KnownReply>
  /** The first of the legal lines; undefined if there is none, or the game is over. */
  readonly legal: Bytes | undefined
}

const repliesOf = new WeakMap<Game<unknown>, Map<string, KnownReply>>()
const openings = new WeakMap<Game<unknown>, KnownReply>()

function replyOf(game: Game<unknown>, reply: Reply<unknown>): KnownReply {
  const places = repliesOf.get(game) ?? new Map<string, KnownReply>()
  repliesOf.set(game, places)
  const { output, state, status = 0 } = reply
  const key = JSON.stringify([output, state === undefined ? status : game.key(state)])
  const [legal] = state === undefined || places.has(key) ? [] : game.legal(state)
  const place = places.get(key) ?? { reply, next: new Map(), legal: legal === undefined ? legal : toBytes(legal) }
  places.set(key, place)
  return place
}

function opening(game: Game<unknown>): KnownReply {
  const place = openings.get(game) ?? replyOf(game, game.open())
  openings.set(game, place)
  return place
}

function after(game: Game<unknown>, { reply, next }: KnownReply, line: Bytes | null): KnownReply {
  const place = next.get(line) ?? replyOf(game, game.answer(reply.state, line === null ? null : toText(line)))
  next.set(line, place)
  return place
}

/** The course of a game with these lines, with every variation that its rules allow. */
export function scriptOf(game: Game<unknown>, lines: readonly (Bytes | null)[]): Script {
  const turns: Turn<Text>[] = []
  let place = opening(game)
  for (const line of lines) {
    if (place.reply.state === undefined) break
    turns.push({ output: place.reply.output, answer: line })
    place = after(game, place, line)
  }
  const { output, state, status = 0 } = place.reply
  const leftover = lines.slice(turns.length).filter((line) => line !== null)
  return {
    turns: [...turns, { output }],
    end: state === undefined ? { how: 'exit', status } : { how: 'cut' },
    ...(leftover.length > 0 && { leftover }),
  }
}

/**
 * Adds lines that play on to the end of the game, if the end can be reached. A program that gets all input at once then
 * shows all its output, whatever it does when its input ends in the middle of a game.
 */
export function playedOn<Line extends Bytes | null>(
  game: Game<unknown>,
  lines: readonly Line[],
): readonly (Line | Bytes)[] {
  const added: Bytes[] = []
  let place = opening(game)
  for (const line of lines) if (place.reply.state !== undefined) place = after(game, place, line)
  while (place.legal !== undefined && added.length < mostAdded) {
    added.push(place.legal)
    place = after(game, place, place.legal)
  }
  return place.reply.state === undefined && added.length > 0 ? [...lines, ...added] : lines
}

/** A script with another last output; `null` is not judged. */
export const endingWith = (script: Script, output: Expected | null): Script => ({
  ...script,
  turns: script.turns.with(-1, { output }),
})

/**
 * The session of a script in which every output is the exact one.
 * @param varying the text of each varying place (default: the example that was recorded)
 */
export const exactly = ({ turns, end }: Script, varying?: string): Session => ({
  turns: turns.map((turn) => ({ ...turn, output: toBytes(exact(withVarying(turn.output ?? '', varying))) })),
  end,
})

const withVarying = (output: Expected, varying: string | undefined) =>
  typeof output === 'string' || varying === undefined
    ? output
    : output.map((part) => (typeof part !== 'string' && 'states' in part ? varying : part))

/** The most that a program may write in a session, in bytes: also one that says twice what it should is told what is wrong. */
export const outputLimitOf = ({ turns }: Script, { bytes = outputLimit }: Limits): number =>
  Math.max(bytes, 2 * turns.reduce((sum, { output }) => sum + lengthOf(output ?? ''), 0))

/** The length of a text in its exact form, in bytes. */
function lengthOf(text: Expected): number {
  if (typeof text === 'string') return toBytes(text).length
  const length = lengths.get(text) ?? toBytes(exact(text)).length
  lengths.set(text, length)
  return length
}

/** The lengths of texts that were asked for: thousands of sessions share them. */
const lengths = new WeakMap<object, number>()
