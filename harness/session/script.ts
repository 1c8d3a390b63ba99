import { exact, type Game, type Reply, type Text } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from './bytes.ts'
import { type Limits, outputLimit } from './limits.ts'
import { isVarying } from './matcher.ts'
import type { Expected, Script, Session, Turn } from './session.ts'

/** The most lines that are added to a session to reach the end of the game. */
const maxAdded = 200

/**
 * Ways to give a program its input: `interactive`, each line after its prompt; `stdin`, all lines at once and the end
 * of input; `args`, the lines as arguments.
 */
export const inputs = ['interactive', 'stdin', 'args'] as const
export type Input = (typeof inputs)[number]
/** A way to play a session: by one of these inputs, or in a pseudo-terminal, which is interactive, too. */
export type Way = Input | 'pty'

/** True if each answer is sent after its prompt, rather than all input at once. */
export const isInLockStep = (way: Way): boolean => way === 'interactive' || way === 'pty'

/**
 * A reply of a game, and the replies that may follow it. Each is computed once: hundreds of thousands of sessions share
 * a few thousand. Replies that differ only in the rules that they obey count as one.
 */
interface KnownReply {
  readonly reply: Reply<unknown>
  readonly next: Map<Bytes | null, KnownReply>
  /** The first legal line; undefined if there is none, or the game is over. */
  readonly legal: Bytes | undefined
}

const repliesOf = new WeakMap<Game<unknown>, Map<string, KnownReply>>()
const openings = new WeakMap<Game<unknown>, KnownReply>()

function knownReplyOf(game: Game<unknown>, reply: Reply<unknown>): KnownReply {
  const known = repliesOf.get(game) ?? new Map<string, KnownReply>()
  repliesOf.set(game, known)
  const { output, state, status = 0 } = reply
  const key = JSON.stringify([output, state === undefined ? status : game.key(state)])
  const [legal] = state === undefined || known.has(key) ? [] : game.legal(state)
  const found = known.get(key) ?? { reply, next: new Map(), legal: legal === undefined ? undefined : toBytes(legal) }
  known.set(key, found)
  return found
}

function opening(game: Game<unknown>): KnownReply {
  const found = openings.get(game) ?? knownReplyOf(game, game.open())
  openings.set(game, found)
  return found
}

function after(game: Game<unknown>, { reply, next }: KnownReply, line: Bytes | null): KnownReply {
  const found = next.get(line) ?? knownReplyOf(game, game.answer(reply.state, line === null ? null : toText(line)))
  next.set(line, found)
  return found
}

/** The script of a game for these lines, with every variation that the rules allow. */
export function scriptOf(game: Game<unknown>, lines: readonly (Bytes | null)[]): Script {
  const turns: Turn<Text>[] = []
  let known = opening(game)
  for (const line of lines) {
    if (known.reply.state === undefined) break
    turns.push({ output: known.reply.output, answer: line })
    known = after(game, known, line)
  }
  const { output, state, status = 0 } = known.reply
  const leftover = lines.slice(turns.length).filter((line) => line !== null)
  return {
    turns: [...turns, { output }],
    end: state === undefined ? { how: 'exit', status } : { how: 'cut' },
    ...(leftover.length > 0 && { leftover }),
  }
}

/**
 * Adds legal lines up to the end of the game, if it can be reached. Then a program that gets all input at once shows all its
 * output, whatever it does at an early end of input.
 */
export function playedOn<Line extends Bytes | null>(
  game: Game<unknown>,
  lines: readonly Line[],
): readonly (Line | Bytes)[] {
  const added: Bytes[] = []
  let known = opening(game)
  for (const line of lines) if (known.reply.state !== undefined) known = after(game, known, line)
  while (known.legal !== undefined && added.length < maxAdded) {
    added.push(known.legal)
    known = after(game, known, known.legal)
  }
  return known.reply.state === undefined && added.length > 0 ? [...lines, ...added] : lines
}

/** A script with another last output; `null` is not judged. */
export const endingWith = (script: Script, output: Expected | null): Script => ({
  ...script,
  turns: script.turns.with(-1, { output }),
})

/**
 * The session in which a script has its exact outputs.
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

/** The most bytes that a program may write in a session: enough to show what is wrong with one that writes everything twice. */
export const outputLimitOf = ({ turns }: Script, { bytes = outputLimit }: Limits): number =>
  Math.max(bytes, 2 * turns.reduce((sum, { output }) => sum + lengthOf(output ?? ''), 0))

function lengthOf(text: Expected): number {
  if (typeof text === 'string') return toBytes(text).length
  const length = lengths.get(text) ?? toBytes(exact(text)).length
  lengths.set(text, length)
  return length
}

/** Known lengths: thousands of sessions share their texts. */
const lengths = new WeakMap<object, number>()
