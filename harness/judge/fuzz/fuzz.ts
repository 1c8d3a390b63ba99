import pMap from 'p-map'
import { mapInSteps, runInSteps } from '../../base/steps.ts'
import { NotStarted } from '../../base/usage-error.ts'
import { Check, type Checked } from '../../check/check.ts'
import { remediesForFlushing } from '../../report/advice.ts'
import { failureOf } from '../../report/failure.ts'
import type { FuzzReport } from '../../report/report.ts'
import { type Launcher, sessionsAtATime } from '../../run/launcher.ts'
import { processProgram } from '../../run/process.ts'
import { type Answers, type Bytes, toReadable, withoutEnd } from '../../session/bytes.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, outputOf, type Script } from '../../session/session.ts'
import { Inputs } from '../typing/sessions.ts'
import type { OpenReference, ReferenceOptions } from './reference.ts'

/** What is compared with the reference, and how. */
interface Subject {
  readonly name: string
  readonly program: Program
  readonly way: 'interactive' | 'pty'
  readonly limits: Limits
  readonly exact: boolean
}

/** Makes a program of a command. It starts when it is played; closing the launcher ends it. */
export function openSubject(
  launcher: Launcher,
  words: readonly string[],
  { exact = false, pty = false, limits }: Pick<ReferenceOptions, 'pty' | 'limits'> & { readonly exact?: boolean },
): Subject {
  const name = words.join(' ')
  const way = pty ? 'pty' : 'interactive'
  const { play } = processProgram(launcher, words, way)
  const named = (error: unknown) => {
    throw error instanceof NotStarted ? new NotStarted(name) : error
  }
  return { ...{ name, way, limits, exact }, program: { play: (...about) => play(...about).catch(named) } }
}

interface SearchOptions {
  readonly seed: number
  readonly runs: number
  /** After these, no session begins (default: no limit). */
  readonly milliseconds?: number | undefined
  /** In each session (default: as many as are usual for the reference). */
  readonly maxLines?: number | undefined
  /** Called after each session, in order. */
  readonly onSession?: () => void
  /** Called when a session has failed, before it is shortened. */
  readonly onFailed?: () => void
}

/** How many sessions are drawn at a time: later ones build on their replies. Alike on every machine. */
const maxBatch = 16

/** Milliseconds to look for a shorter session that fails. */
export const shorteningLimit = 20_000

/** Bytes in a line for a pseudo-terminal, which drops those after 4,095. */
const maxTyped = 1000

/** Looks for the smallest session in which a program differs from the reference. */
export class Search {
  /** Counts before it was played again, in case the search is interrupted. */
  failed: Checked | undefined
  /** True once all sessions were played; a failure may still be shortened. */
  isOver = false
  readonly #opened: OpenReference
  readonly #subject: Subject
  readonly #options: SearchOptions
  readonly #inputs: Inputs
  readonly #check: Check
  readonly #lineCounts: number[] = []
  /** Counts the sessions that the reference ended, and not the end of input. */
  #ended = 0
  readonly #typed = new Set<Bytes>()
  /** Counts the sessions that passed only when played again. */
  readonly #retries = { passed: 0 }
  #isCutShort = false
  /** True if the program differs only in that it writes sooner what the reference holds back. */
  #isHeldBack = false

  constructor(opened: OpenReference, subject: Subject, options: SearchOptions) {
    this.#opened = opened
    this.#subject = subject
    this.#options = options
    const { seed, runs, maxLines = opened.maxLines } = options
    const { reference } = opened
    this.#inputs = new Inputs({ ...opened, maxLines }, seed, runs, subject.way === 'pty' ? maxTyped : undefined)
    const oracle = {
      name: reference.name,
      // In lock-step, lines after the end are not sent.
      script: async (input: Answers): Promise<Script> => {
        const { turns, end } = await reference.script(input)
        return { turns, end }
      },
      mustRepeat: async (input: Answers) => reference.mustRepeat?.(input),
    }
    const { program, way, limits, exact } = subject
    this.#check = new Check(oracle, program, way, { limits, demands: { exact, status: true }, retries: this.#retries })
  }

  get sessions(): number {
    return this.#lineCounts.length
  }

  /** Plays random sessions until one fails, and shortens that. The same seed draws the same sessions on every machine. */
  async run(signal: AbortSignal) {
    await this.#search(signal)
    this.isOver = !signal.aborted
    if (this.failed === undefined || signal.aborted) return
    this.#options.onFailed?.()
    const stop = AbortSignal.timeout(shorteningLimit)
    this.failed = await this.#check.shrink(this.failed, { letters: true, signal: AbortSignal.any([signal, stop]) })
    this.#isCutShort = stop.aborted
    if (!signal.aborted) this.#isHeldBack = await this.#findHeldBack()
  }

  async #search(signal: AbortSignal) {
    const { runs, milliseconds = Number.POSITIVE_INFINITY } = this.#options
    const until = performance.now() + milliseconds
    const play = async (lines: Answers) =>
      signal.aborted || performance.now() >= until ? undefined : this.#unless(signal, this.#check.run(lines))
    // Small batches first: a program that fails at once costs little.
    for (let size = 1; this.sessions < runs; size = Math.min(maxBatch, 2 * size)) {
      const count = Math.min(size, runs - this.sessions)
      const drawn = await runInSteps(mapInSteps(Array.from({ length: count }), 1, () => this.#inputs.next()))
      const played = await pMap(drawn, play, { concurrency: sessionsAtATime() })
      for (const [index, lines] of drawn.entries()) {
        const tried = played[index]
        if (tried === undefined || signal.aborted) return
        this.#inputs.note(lines, tried.script)
        const sent = answersOf(tried.script)
        this.#lineCounts.push(sent.length)
        if (tried.script.end.how === 'exit' && sent.at(-1) !== null) this.#ended++
        for (const line of withoutEnd(sent)) this.#typed.add(line)
        this.#options.onSession?.()
        if (tried.outcome.verdict === 'AC') continue
        this.failed = tried
        // If the search is ended meanwhile, the first failure counts.
        const again = await this.#unless(signal, this.#check.confirm(tried))
        this.failed = again?.outcome.verdict === 'AC' ? undefined : (again ?? tried)
        if (this.failed !== undefined) return
      }
    }
  }

  /** What was played; undefined if the search was ended meanwhile. */
  async #unless(signal: AbortSignal, playing: Promise<Checked>): Promise<Checked | undefined> {
    const played = await playing.catch((error) => {
      if (!signal.aborted) throw error
      return undefined
    })
    return signal.aborted ? undefined : played
  }

  async #findHeldBack(): Promise<boolean> {
    const { reference } = this.#opened
    const { script, outcome } = this.failed as Checked
    if (reference.game !== undefined || outcome.fault !== 'early') return false
    const at = outcome.played.turns.length - 1
    const whole = exactly(await reference.script([...withoutEnd(answersOf(script)), null]))
    return outputOf({ turns: whole.turns.slice(at) }).startsWith(outcome.played.turns[at]?.output ?? '')
  }

  report(facts: { seed: number; milliseconds: number; reproduce: string }): FuzzReport {
    const { failed } = this
    const { reference, words } = this.#opened
    const { name, way } = this.#subject
    const [toFlush, toFlushReference] = [name, reference.name].map((command) => remediesForFlushing(command, '--pty'))
    const found = failed && failureOf(`seed ${facts.seed}`, failed.script, failed.outcome, reference.game, toFlush)
    const held = `: the reference writes this later, as it does not flush its output (try ${toFlushReference})`
    const failure = found && this.#isHeldBack ? { ...found, sentence: found.sentence + held } : (found ?? null)
    const sorted = this.#lineCounts.toSorted((a, b) => a - b)
    const isTyped = (word: Bytes) => this.#typed.has(word) || reference.typedInCrashes?.has(word)
    const unused = words.filter((word) => !isTyped(word)).map(toReadable)
    const crashes = [...(reference.crashes?.values() ?? [])]
    return {
      ...{ kind: 'fuzz', path: name, game: reference.name, input: way, sessions: this.sessions, ...facts },
      ...{ verdict: failed?.outcome.verdict ?? 'AC', ok: failure === null, failure },
      ...(this.#retries.passed > 0 && { retriesPassed: this.#retries.passed }),
      lines: { median: sorted[sorted.length >> 1] ?? 0, max: sorted.at(-1) ?? 0 },
      ended: this.#ended,
      replies: this.#inputs.replyCount,
      ...(unused.length > 0 && { unused }),
      ...(crashes.length > 0 && { troubles: crashes }),
      ...(this.#isCutShort && { shortened: shorteningLimit }),
    }
  }
}
