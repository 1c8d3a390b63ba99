import pMap from 'p-map'
import type { Game } from '../../reference/game.ts'
import { NotStarted } from '../base/usage-error.ts'
import { nearestEnd } from '../games/explore.ts'
import { sessionsAtATime } from '../run/programs.ts'
import { type Lines, toBytes, toText } from '../session/bytes.ts'
import { compare, type Demands, type Outcome, stderrInTerminal } from '../session/compare.ts'
import { type Limits, lastWordsLimit, mostInCall } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { endingWith, isInLockStep, scriptOf, type Way } from '../session/script.ts'
import type { End, Script } from '../session/session.ts'
import type { Reference } from './reference/reference.ts'
import { ruleCount } from './simplify.ts'

/** How sessions are played and compared, whatever the entry. */
export interface RunnerOptions {
  /** True if only the exact form passes. */
  readonly exact?: boolean
  readonly limits: Limits
  /** Called once per `count` sessions (default: 1). */
  readonly onSession?: (count?: number) => void
}

/** The number of sessions that are worth a shell of their own. */
const sessionsOfShell = 4

export interface PlayedSession {
  readonly lines: Lines
  readonly script: Script
  readonly outcome: Outcome
}

interface BatchResult {
  readonly sessions: number
  /** The number of sessions up to the first failure: how many others were played depends on the machine. */
  readonly needed: number
  /** The failed sessions: real ones in their order; those of the worker by length, then by the number of their rules. */
  readonly failed: readonly PlayedSession[]
  /** The variations in sessions that passed. */
  readonly variations: ReadonlySet<string>
  /** Why the worker cannot tell. */
  readonly unknown?: string
}

/** Plays sessions with a program, and compares each with the reference. */
export class Runner {
  readonly #program: Program
  readonly #reference: Reference
  readonly #way: Way
  readonly #options: RunnerOptions
  readonly #demands: Demands

  constructor(program: Program, reference: Reference, way: Way, options: RunnerOptions) {
    this.#program = program
    this.#reference = reference
    this.#way = way
    this.#options = options
    const { exact = false } = options
    this.#demands = { lockStep: isInLockStep(way), exact, ...(reference.game === undefined && { status: true }) }
  }

  get game(): Game<unknown> | undefined {
    return this.#reference.game
  }

  /**
   * The script of a session. If all lines are sent at once, it goes on to the end of the game. With a command as the
   * reference, it has the output after the end of input, except in a terminal. A game's script is no promise: the worker
   * plays thousands a second.
   */
  scriptFor(lines: Lines): Script | Promise<Script> {
    const isToEnd = !this.#demands.lockStep || (this.game === undefined && this.#way !== 'pty')
    const script = this.#reference.script(isToEnd ? this.#reference.toEnd(lines) : lines)
    return script instanceof Promise ? script.then((script) => this.#asPlayed(script)) : this.#asPlayed(script)
  }

  /**
   * Adds the fewest lines up to the end of the game, if all lines are sent at once and so must be a whole game. (`scriptFor`
   * adds the first legal lines, which is quick even if the end is far.)
   * @returns the same lines if they need no more, or the end is far
   */
  toNearestEnd(lines: Lines): Lines {
    const added = this.#demands.lockStep || this.game === undefined ? [] : nearestEnd(this.game, lines.map(toText))
    return added.length === 0 ? lines : [...lines, ...added.map(toBytes)]
  }

  #asPlayed(script: Script): Script {
    if (!this.#demands.lockStep && script.end.how === 'cut') return endingWith(script, null)
    if (this.#way !== 'pty' || script.end.how === 'cut') return script
    // A terminal mixes standard error into the output, and a program may end with an error: allow anything after the
    // last text.
    return endingWith(script, [script.turns.at(-1)?.output ?? '', stderrInTerminal].flat())
  }

  async play(lines: Lines): Promise<PlayedSession> {
    const script = await this.scriptFor(lines)
    const session = await this.#program.play(script, this.#options.limits)
    this.#options.onSession?.()
    return { lines, script, outcome: compare(script, session, this.#demands) }
  }

  /**
   * Finds out whether the entry keeps running after an early end of input. That is reported, not judged.
   * @returns undefined if the program cannot tell
   */
  async runsAfterEndOfInput(): Promise<boolean | undefined> {
    const { game } = this
    // With a command as the reference, output after the end of input is compared.
    if (game === undefined) return false
    const { state } = game.open()
    const lines = state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes)
    const { turns } = scriptOf(game, lines)
    const endingInput = {
      turns: [...turns.slice(0, -1), { output: turns.at(-1)?.output ?? null, answer: null }, { output: null }],
      end: { how: 'exit', status: 0 },
    } as const
    // An entry that has deleted its own files cannot be started; then it does not keep running.
    const session = await this.#program
      .play(endingInput, { ...this.#options.limits, bytes: lastWordsLimit })
      .catch((error) => {
        if (!(error instanceof NotStarted)) throw error
      })
    if (session?.end.how === 'unknown') return undefined
    return session !== undefined && endsMadeByUs.has(session.end.how)
  }

  /** False if no process can be given these lines: an argument cannot hold a NUL. */
  canPlay(lines: Lines): boolean {
    return this.#way !== 'args' || lines.every((line) => !line.includes('\0'))
  }

  *#playable(sessions: Iterator<Lines>): Generator<Lines> {
    for (let next = sessions.next(); !next.done; next = sessions.next()) if (this.canPlay(next.value)) yield next.value
  }

  /**
   * Plays sessions, several at a time, until one fails. Leaves out those that cannot be played.
   * @param sessions an iterator: the next call goes on with those that were not started. A worker may have taken some
   *   of them, too: that is no loss, as its failure ends the plan
   * @param count their number: few sessions need few shells
   */
  async playAll(sessions: Iterator<Lines>, count = Number.POSITIVE_INFINITY): Promise<BatchResult> {
    const { playAll } = this.#program
    const playable = this.#playable(sessions)
    return playAll === undefined ? this.#playEach(playable, count) : this.#playInCalls(playable, playAll)
  }

  async #playEach(sessions: Iterator<Lines>, all: number): Promise<BatchResult> {
    const variations = new Set<string>()
    const failed: (PlayedSession & { readonly index: number })[] = []
    let count = 0
    const play = async (lines: Lines, index: number) => {
      const played = await this.play(lines)
      count++
      if (played.outcome.verdict !== 'AC') failed.push({ ...played, index })
      else for (const variation of played.outcome.variations) variations.add(variation)
    }
    await pMap(
      take(sessions, () => failed.length > 0),
      play,
      { concurrency: Math.min(sessionsAtATime(), Math.ceil(all / sessionsOfShell) || 1) },
    )
    failed.sort((a, b) => a.index - b.index)
    return { sessions: count, needed: failed[0] === undefined ? count : failed[0].index + 1, failed, variations }
  }

  /** The worker plays the next call while the last one is compared, once it has passed so many that it is likely to go on. */
  async #playInCalls(sessions: Iterator<Lines>, playAll: Required<Program>['playAll']): Promise<BatchResult> {
    const variations = new Set<string>()
    const failed: PlayedSession[] = []
    let count = 0
    let size = 1
    const prepare = async () => {
      const batch = [...take(sessions, () => false, size)]
      // The first calls are small, so that a program that fails at once costs little.
      size = Math.min(mostInCall, 2 * size)
      return { batch, scripts: await Promise.all(batch.map((lines) => this.scriptFor(lines))) }
    }
    const start = ({ scripts }: { readonly scripts: readonly Script[] }) => {
      const playing = playAll(scripts, this.#options.limits)
      // It may be rejected while another call is compared.
      playing.catch(() => {})
      return playing
    }
    let call = await prepare()
    let playing: ReturnType<typeof playAll> | undefined
    while (call.batch.length > 0 && failed.length === 0) {
      const [played, next] = await Promise.all([playing ?? start(call), prepare()])
      playing = next.batch.length > 0 && call.batch.length === mostInCall ? start(next) : undefined
      this.#options.onSession?.(played.length)
      for (const [index, session] of played.entries()) {
        if (session.end.how === 'unknown') {
          await playing?.catch(() => {})
          return { sessions: count, needed: count, failed, variations, unknown: session.end.why }
        }
        count++
        const [lines, script] = [call.batch[index] as Lines, call.scripts[index] as Script]
        const outcome = compare(script, session, this.#demands)
        if (outcome.verdict !== 'AC') failed.push({ lines, script, outcome })
        else for (const variation of outcome.variations) variations.add(variation)
      }
      call = next
    }
    await playing?.catch(() => {})
    // The simplest first: it is played again, and shortened, in real processes.
    failed.sort(
      (a, b) => a.lines.length - b.lines.length || ruleCount(this.game, a.lines) - ruleCount(this.game, b.lines),
    )
    return { sessions: count, needed: count, failed, variations }
  }
}

/** Ends of programs that we had to end. */
const endsMadeByUs = new Set<End['how']>(['silent', 'slow', 'closed', 'flood', 'memory', 'processes'])

/** Takes the next items of an iterator, which can be continued later. */
function* take<Item>(items: Iterator<Item>, isOver: () => boolean, most = Number.POSITIVE_INFINITY) {
  for (let taken = 0; taken < most && !isOver(); taken++) {
    const { done, value } = items.next()
    if (done) return
    yield value as Item
  }
}
