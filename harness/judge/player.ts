import { availableParallelism } from 'node:os'
import pMap from 'p-map'
import type { Game, Variation } from '../../reference/game.ts'
import { type Lines, toText } from '../session/bytes.ts'
import { compare, type Demands, type Outcome } from '../session/compare.ts'
import type { Limits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { endingWith, isInLockStep, playedOn, scriptOf, type Way } from '../session/script.ts'
import type { Script } from '../session/session.ts'
import { rulesToKnow } from './simplify.ts'

/** The terms on which an entry plays, whatever the suite. */
export interface Terms {
  readonly game: Game<unknown>
  readonly way: Way
  /** Only the exact form will do. */
  readonly exact: boolean
  readonly limits: Limits
  /** Is called after `count` more sessions, by default 1. */
  readonly onSession: (count?: number) => void
}

/** The number of sessions that are worth playing at a time: while one program writes, another can be started. */
export const atATime = () => 2 * availableParallelism()

/** The greatest number of sessions in one call: few enough to stop soon when one fails. */
const mostInCall = 2048

/** A session that failed, and what came of it. */
export interface Failed {
  readonly lines: Lines
  readonly outcome: Outcome
}

/** The outcome of sessions that were played. */
export interface Played {
  /** The number of sessions that were played. */
  readonly sessions: number
  /** Those that failed, the shortest first; of several, those that obey the fewest rules. */
  readonly failed: readonly Failed[]
  /** The variations that the others used. */
  readonly variations: ReadonlySet<string>
  /** The reason why the program cannot tell. */
  readonly unknown?: string
}

/** Plays sessions of a game with a program, and compares each with the game. */
export class Player {
  readonly #program: Program
  readonly #terms: Terms
  readonly #demands: Demands

  constructor(program: Program, terms: Terms) {
    this.#program = program
    this.#terms = terms
    this.#demands = { lockStep: isInLockStep(terms.way), exact: terms.exact }
  }

  /** The script of a session. Output that comes only when the input has ended is not judged. */
  scriptFor(lines: Lines): Script {
    const { game, way } = this.#terms
    const script = scriptOf(game, this.#demands.lockStep ? lines : playedOn(game, lines))
    if (!this.#demands.lockStep && script.end.how === 'cut') return endingWith(script, null)
    if (way !== 'pty' || script.end.how === 'cut') return script
    // A terminal mixes standard error into the output, and a program may end with an error: anything may follow the last text.
    return endingWith(script, [script.turns.at(-1)?.output ?? '', stderr].flat())
  }

  /** Plays one session. */
  async outcome(lines: Lines): Promise<Outcome> {
    const script = this.scriptFor(lines)
    const session = await this.#program.play(script, this.#terms.limits)
    this.#terms.onSession()
    return compare(script, session, this.#demands)
  }

  /**
   * Plays sessions, several at a time, until one has failed.
   * @param sessions those that were not played stay in it
   */
  async playAll(sessions: Iterator<Lines>): Promise<Played> {
    const variations = new Set<string>()
    const failed: Failed[] = []
    let count = 0
    const note = (lines: Lines, outcome: Outcome) => {
      count++
      if (outcome.verdict !== 'AC') failed.push({ lines, outcome })
      else for (const variation of outcome.variations) variations.add(variation)
    }
    const found = () => ({
      sessions: count,
      failed: failed.sort(
        (a, b) =>
          a.lines.length - b.lines.length ||
          rulesToKnow(this.#terms.game, a.lines) - rulesToKnow(this.#terms.game, b.lines),
      ),
      variations,
    })

    if (this.#program.playAll === undefined) {
      const play = async (lines: Lines) => note(lines, await this.outcome(lines))
      await pMap(
        take(sessions, () => failed.length > 0),
        play,
        { concurrency: atATime() },
      )
      return found()
    }
    for (let size = 1; failed.length === 0; size = Math.min(mostInCall, 2 * size)) {
      // The first calls are small, so that a program which fails at once costs little.
      const batch = [...take(sessions, () => false, size)]
      if (batch.length === 0) break
      const scripts = batch.map((lines) => this.scriptFor(lines))
      const played = await this.#program.playAll(scripts, this.#terms.limits)
      this.#terms.onSession(played.length)
      for (const [index, session] of played.entries()) {
        if (session.end.how === 'unknown') return { ...found(), unknown: session.end.why }
        note(batch[index] ?? [], compare(scripts[index] as Script, session, this.#demands))
      }
    }
    return found()
  }
}

/** Takes what comes next of an iterator, which can be continued later. */
function* take<Item>(items: Iterator<Item>, isOver: () => boolean, most = Number.POSITIVE_INFINITY) {
  for (let taken = 0; taken < most && !isOver(); taken++) {
    const { done, value } = items.next()
    if (done) return
    yield value as Item
  }
}

const anyByte = Array.from({ length: 256 }, (_, byte) => toText(String.fromCharCode(byte)))
const stderr: Variation = { name: 'stderr', oneOf: anyByte, times: '*' }
