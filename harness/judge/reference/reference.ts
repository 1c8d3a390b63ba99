import * as shlex from 'shlex'
import { UsageError } from '../../base/usage-error.ts'
import type { Oracle } from '../../check/oracle.ts'
import { sentenceOfStop, sentenceOfTrouble } from '../../report/failure.ts'
import { nameOfAnswer } from '../../report/text.ts'
import { type Answers, type Bytes, toReadable, toText, withoutEnd } from '../../session/bytes.ts'
import { differenceFrom, offsetOf } from '../../session/compare.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { isInLockStep, type Way } from '../../session/script.ts'
import { hasInputEnded, type Script, type Session, signalOf, type Turn } from '../../session/session.ts'
import { type Looseness, loosen } from '../../transcripts/varies.ts'

/** A game or a trusted program, which says what is right. */
export interface Reference extends Oracle {
  /** The sessions in which the reference itself failed so far: the shortest of each kind. */
  readonly troubles?: ReadonlyMap<string, Trouble>
  /** All lines of sessions with trouble. */
  readonly typedInTrouble?: ReadonlySet<Bytes | null>
}

export const troublesOf = ({ troubles }: Reference) =>
  [...(troubles?.values() ?? [])].map(({ why, lines }) => ({
    why,
    lines: lines.map((line) => (line === null ? null : toReadable(line))),
  }))

/** A session in which the reference itself crashed, or did not end after its input. */
interface Trouble {
  readonly lines: Answers
  /** A verb and its cause: `crashes (SIGSEGV)`. */
  readonly why: string
}

/** Sessions of a command in memory. */
const maxKnown = 2000

/** A program as the reference: its output is right, up to the line at which it crashes. */
export class ProgramReference implements Reference {
  readonly name: string
  readonly troubles = new Map<string, Trouble>()
  readonly typedInTrouble = new Set<Bytes | null>()
  readonly #program: Program
  readonly #limits: Limits
  readonly #looseness: Looseness
  readonly #known = new Map<string, Promise<Script>>()

  /** @param looseness how other programs, and another run of the reference, may differ from its output */
  constructor(name: string, program: Program, limits: Limits, looseness: Looseness = {}) {
    this.name = name
    this.#program = program
    this.#limits = limits
    this.#looseness = looseness
  }

  script(input: Answers, way: Way = 'interactive'): Promise<Script> {
    const lines = isInLockStep(way) || input.at(-1) === null ? input : [...input, null]
    const key = JSON.stringify(lines)
    const script = this.#known.get(key) ?? this.play(lines).then((session) => this.#scriptOf(session, lines))
    // The latest stands last, and the first are dropped.
    this.#known.delete(key)
    this.#known.set(key, script)
    for (const [oldest] of this.#known) {
      if (this.#known.size <= maxKnown) break
      this.#known.delete(oldest)
    }
    return script
  }

  /** Plays a session, even if it is known. */
  async play(lines: Answers): Promise<Session> {
    const turns = lines.map((answer) => ({ output: null, answer }))
    const script = { turns: [...turns, { output: null }], end: { how: 'cut' } } as const
    const session = await this.#program.play(script, this.#limits)
    // A terminal without echo hides what was typed.
    const typed = (turn: Turn, at: number) =>
      turn.answer === undefined ? turn : { ...turn, answer: lines[at] ?? null }
    return { ...session, turns: session.turns.map(typed) }
  }

  async mustRepeat(lines: Answers) {
    const script = await this.script(lines)
    const again = this.#right(await this.play(lines), lines)
    const outcome = differenceFrom(script, again)
    if (outcome === undefined) return
    const last = outcome.played.turns.at(-2)?.answer
    const after = last === undefined ? 'before any line' : `after ${nameOfAnswer(last && toReadable(last))}`
    const hint = 'say what differs with --varies, fix its time or its seed, or give it fewer --words'
    throw new UsageError(
      `--reference ${shlex.quote(this.name)}`,
      `the reference itself differs between two runs, at byte ${offsetOf(outcome)}, ${after}: ${hint}`,
    )
  }

  #scriptOf(session: Session, lines: Answers): Script {
    const { turns, end } = this.#right(session, lines)
    const texts = turns.map((turn, index) => {
      const isEnd = index === turns.length - 1 && end.how === 'exit'
      return { ...turn, output: loosen(turn.output, this.#looseness, isEnd) }
    })
    const leftover = end.how === 'exit' ? withoutEnd(lines.slice(turns.length - 1)) : []
    return { turns: texts, end, ...(leftover.length > 0 && { leftover }) }
  }

  /**
   * The turns up to the prompt whose answer made the reference crash; that it did is noted. All, if it did not.
   * @throws UsageError if it meets the time limit
   */
  #right(session: Session, lines: Answers): { turns: readonly Turn[]; end: Script['end'] } {
    const { turns, end } = session
    if (isSound(session)) return { turns, end: session.end }
    const last = turns.at(-2)?.answer
    // A session that ends here would let a program pass that is wrong from here on.
    if ((end.how === 'silent' || end.how === 'slow') && typeof last === 'string') {
      const why = `${sentenceOfStop(end)} after ${nameOfAnswer(toReadable(last))}: give it a longer --timeout`
      throw new UsageError(`--reference ${shlex.quote(this.name)}`, why)
    }
    const kind = kindOfTrouble(session)
    const known = this.troubles.get(kind)
    const typed = lines.slice(0, turns.length - 1)
    for (const line of typed) this.typedInTrouble.add(line)
    if (known === undefined || known.lines.length > typed.length)
      this.troubles.set(kind, { lines: typed, why: sentenceOfTrouble(session) })
    const { output } = turns.at(-2) ?? { output: '' }
    return { turns: [...turns.slice(0, -2), { output }], end: { how: 'cut' } }
  }
}

/** Messages of runtimes on uncaught errors. */
const marksOfCrash = [
  // Of Python, Rust, Go, Java, .NET, Node and Ruby.
  /^Traceback \(most recent call last\):/m,
  /^thread '.*' .*panicked at /m,
  /^(panic|fatal error): .*\n\n?goroutine /m,
  /^Exception in thread "/m,
  /^Unhandled exception/m,
  /^ {4}at .*:\d+:\d+\)?$/m,
  /^\S+:\d+:in .*\(\w+(::\w+)*\)$/m,
]

/** False if the program crashed or hung: then its last output proves nothing. */
const isSound = (session: Session): session is Session & Pick<Script, 'end'> =>
  session.end.how === 'cut' || (session.end.how === 'exit' && !isCrash(session.end.status, session.stderr))

const isCrash = (status: number, stderr = '') =>
  signalOf(status) !== undefined || (status !== 0 && marksOfCrash.some((mark) => mark.test(toText(stderr))))

/** How a session ended, and the last line of standard error without data: numbers, and what is in quotes. */
function kindOfTrouble(session: Session): string {
  const { end, stderr = '' } = session
  const lastWords = end.how === 'exit' && signalOf(end.status) === undefined ? stderr.trimEnd().split('\n').at(-1) : ''
  const withoutData = lastWords?.replace(/(['"`]).*\1/g, '').replace(/0x[\da-f]+|\d+/gi, '')
  return JSON.stringify([end, hasInputEnded(session), withoutData])
}
