import { exact, type Game, type Reply, type Text } from '../../reference/game.ts'
import { type Answers, type Bytes, toBytes, toText, withoutEnd } from './bytes.ts'
import { type Limits, verdictLimits } from './limits.ts'
import { isVarying } from './matcher.ts'
import type { Expected, Script, Session } from './session.ts'

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

/** A state of a game, and the replies to lines there. Each is computed once: hundreds of thousands of sessions share them. */
interface Position {
  readonly state: unknown
  readonly key: string
  readonly next: Map<Bytes | null, KnownReply>
}

/** A reply, and where it leads. Replies that differ only in the rules that they obey count as one: so their texts are shared. */
interface KnownReply {
  readonly output: Text
  /** Absent if the game is over. */
  readonly position: Position | undefined
  readonly status: number
}

class KnownGame {
  readonly opening: KnownReply
  readonly #game: Game<unknown>
  readonly #positions = new Map<string, Position>()
  readonly #replies = new Map<string, KnownReply>()

  constructor(game: Game<unknown>) {
    this.#game = game
    this.opening = this.#known(game.open())
  }

  after({ state, next }: Position, line: Bytes | null): KnownReply {
    const found = next.get(line) ?? this.#known(this.#game.answer(state, line === null ? null : toText(line)))
    next.set(line, found)
    return found
  }

  #known({ output, state, status = 0 }: Reply<unknown>): KnownReply {
    const position = state === undefined ? undefined : this.#positionOf(state)
    const name = JSON.stringify([position?.key ?? status, output])
    const found = this.#replies.get(name) ?? { output, position, status }
    this.#replies.set(name, found)
    return found
  }

  #positionOf(state: unknown): Position {
    const key = this.#game.key(state)
    const found = this.#positions.get(key) ?? { state, key, next: new Map() }
    this.#positions.set(key, found)
    return found
  }
}

const knownGames = new WeakMap<Game<unknown>, KnownGame>()

function knownOf(game: Game<unknown>): KnownGame {
  const known = knownGames.get(game) ?? new KnownGame(game)
  knownGames.set(game, known)
  return known
}

/** The replies to lines up to the end of the game, after the opening: one more than the lines played. */
export function walk(game: Game<unknown>, lines: Answers): KnownReply[] {
  const known = knownOf(game)
  let last = known.opening
  const replies = [last]
  for (const line of lines) {
    if (last.position === undefined) break
    last = known.after(last.position, line)
    replies.push(last)
  }
  return replies
}

/** The script of a game for these lines, with every variation that the rules allow. */
export function scriptOf(game: Game<unknown>, lines: Answers): Script {
  const replies = walk(game, lines)
  const { position, status } = replies.at(-1) as KnownReply
  const played = replies.length - 1
  const leftover = withoutEnd(lines.slice(played))
  return {
    turns: replies.map(({ output }, index) => (index < played ? { output, answer: lines[index] ?? null } : { output })),
    end: position === undefined ? { how: 'exit', status } : { how: 'cut' },
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
  let { position } = walk(game, lines).at(-1) as KnownReply
  while (position !== undefined && added.length < maxAdded) {
    const [line] = game.legal(position.state)
    if (line === undefined) break
    added.push(toBytes(line))
    position = knownOf(game).after(position, toBytes(line)).position
  }
  return position === undefined && added.length > 0 ? [...lines, ...added] : lines
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
export const outputLimitOf = ({ turns }: Script, { bytes = verdictLimits.outputLimit }: Limits): number =>
  Math.max(bytes, 2 * turns.reduce((sum, { output }) => sum + lengthOf(output ?? ''), 0))

function lengthOf(text: Expected): number {
  if (typeof text === 'string') return toBytes(text).length
  const length = lengths.get(text) ?? toBytes(exact(text)).length
  lengths.set(text, length)
  return length
}

/** Known lengths: thousands of sessions share their texts. */
const lengths = new WeakMap<object, number>()
