import { setTimeout as sleep } from 'node:timers/promises'
import * as shlex from 'shlex'
import type { Game } from '../../../reference/game.ts'
import { NotStarted, UsageError } from '../../base/usage-error.ts'
import { gameOracle, type Oracle } from '../../check/oracle.ts'
import { refuseTooLarge } from '../../games/find.ts'
import { nameOfExit, sentenceOfStop, sentenceOfTrouble } from '../../report/failure.ts'
import { clipped, nameOfAnswer } from '../../report/text.ts'
import type { Launcher } from '../../run/launcher.ts'
import { shellCommand } from '../../run/sh.ts'
import { type Answers, type Bytes, type Lines, toReadable, toText, withoutEnd } from '../../session/bytes.ts'
import { differenceFrom, offsetOf } from '../../session/compare.ts'
import { betweenRuns, type Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { exactly, isInLockStep, type Way } from '../../session/script.ts'
import { hasInputEnded, outputOf, type Script, type Session, signalOf, type Turn } from '../../session/session.ts'
import { closesQuotes } from '../../transcripts/command.ts'
import { unscriptedProgram } from '../../transcripts/converse.ts'
import { type Prompt, parsePrompt } from '../../transcripts/prompt.ts'
import { whyUnfit } from '../../transcripts/record.ts'
import { refuseFullScreen } from '../../transcripts/transcript.ts'
import { type Looseness, loosen, readVaries } from '../../transcripts/varies.ts'
import { choicesOfGame, choicesOfLines } from '../typing/choices.ts'
import { type Typing, usualLength } from '../typing/sessions.ts'
import { readLike, readWords } from '../typing/words.ts'

/** What is the reference, what is typed, and how programs are played. */
export interface ReferenceOptions {
  /** Quoted as in a shell (default: a game is the reference). */
  readonly reference?: string | undefined
  /** Words to type: a list or a file. */
  readonly words?: string | undefined
  /** Transcripts, or folders of them, whose answers are typed. */
  readonly like?: readonly string[] | undefined
  /** A regular expression that matches the prompts of commands (default: detected when they ask). */
  readonly prompt?: string | undefined
  readonly compare?: string | undefined
  /** What differs from run to run. */
  readonly varies?: readonly string[] | undefined
  /** True if all programs run in pseudo-terminals. */
  readonly pty?: boolean | undefined
  readonly limits: Limits
}

export interface Reference extends Oracle {
  /** Sessions in which the reference itself failed so far: the shortest of each kind. */
  readonly crashes?: ReadonlyMap<string, Crash>
  readonly typedInCrashes?: ReadonlySet<Bytes | null>
}

/** A session in which the reference itself crashed, or did not end after its input. */
interface Crash {
  readonly lines: readonly (string | null)[]
  /** A verb and its cause: `crashes (SIGSEGV)`. */
  readonly why: string
}

/** A reference, and what is typed into it and into the program that is compared with it. */
export interface OpenReference extends Typing {
  readonly reference: Reference
  readonly prompt?: Prompt | undefined
}

/** Lines in a session with a command, unless recorded ones are longer. */
const usualLines = 60

/**
 * Opens a reference, and reads what is typed. A command is tried first.
 * @param launcher runs a command
 * @param game its lines are typed if the user gives none; it is the reference, unless a command is. Its name is its command
 * @param cwd where files of words and transcripts are (default: the current folder)
 * @throws UsageError if there is no reference or nothing to type, or the command cannot be a reference
 */
export async function openReference(
  launcher: Launcher,
  game: { readonly game: Game<unknown>; readonly name: string } | undefined,
  options: ReferenceOptions,
  cwd?: string,
): Promise<OpenReference> {
  const { reference: command, limits, compare, pty } = options
  const loose = (['compare', 'varies', 'prompt'] as const).find((name) => options[name] !== undefined)
  if (loose !== undefined && command === undefined) {
    const what = loose === 'prompt' ? 'its prompts are' : 'may vary'
    throw new UsageError(`--${loose}`, `goes with --reference, which is not there: a game says itself what ${what}`)
  }
  const prompt = options.prompt === undefined ? game?.game.prompt : promptLike(options.prompt)
  const words = options.words === undefined ? [] : readWords(options.words, cwd)
  const sessions = options.like === undefined ? [] : await readLike(options.like, cwd)
  const known = [...new Set([...words, ...sessions.flatMap(withoutEnd)])]
  const ending: Bytes[] = []
  const open = async (reference: Reference): Promise<OpenReference> => {
    const opened = { reference, prompt, words, ending }
    if (known.length === 0 && game !== undefined) {
      const choices = choicesOfGame(game.game)
      return { ...opened, legal: choices.likely, choices, maxLines: await usualLength(game.game) }
    }
    const maxLines = Math.max(usualLines, ...sessions.map(({ length }) => length + 10))
    return { ...opened, legal: known, choices: choicesOfLines(words, sessions, ending), maxLines }
  }
  if (command === undefined) {
    if (game === undefined) throw new UsageError('fuzz', 'with what? Name a GAME, or give --reference COMMAND')
    refuseTooLarge(game.game, game.name)
    return open(gameOracle(game.game, game.name))
  }
  if (known.length === 0 && game === undefined)
    throw new UsageError(
      '--reference',
      "what is typed? Give words (--words '0..8 quit') or recorded sessions (--like DIR)",
    )
  const program = unscriptedProgram(launcher, shellWords(command), prompt, pty)
  const reference = new ProgramReference(command, program, limits, { compare, varies: readVaries(options.varies) })
  const opened = await open(reference)
  await reference.check(opened.legal, prompt)
  return opened
}

/** @throws UsageError if the text is no regular expression for prompts */
export function promptLike(source: string): Prompt {
  const parsed = source.includes('\n') ? { error: 'it cannot contain a newline' } : parsePrompt(source)
  if ('error' in parsed) throw new UsageError('--prompt', parsed.error)
  return parsed.value
}

const placeOf = (command: string) => `--reference ${shlex.quote(command)}`

/** @throws UsageError if the command cannot be run as written */
function shellWords(command: string): readonly string[] {
  const place = placeOf(command)
  if (command.trim() === '') throw new UsageError(place, "names no command: give one, as in 'python3 old.py'")
  if (/[\r\n]/.test(command)) throw new UsageError(place, 'a command has one line: write a script, and name it here')
  if (!closesQuotes(command))
    throw new UsageError(place, 'a quote is not closed: close it, or write a script, and name that')
  return shellCommand(command)
}

const maxKnownSessions = 2000

const maxTriedWords = 100
/** A silent reference gets so many, to find out whether it reads. */
const firstWords = 3

/** A program as the reference: its output is right, up to the line at which it crashes. */
export class ProgramReference implements Reference {
  readonly name: string
  readonly crashes = new Map<string, Crash>()
  readonly typedInCrashes = new Set<Bytes | null>()
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

  /**
   * Tries the command: it must start, prompt, read lines, and write the same twice.
   * @param prompt matches its prompts (default: detected while playing)
   * @throws UsageError if it cannot be a reference
   */
  async check(words: Lines, prompt?: Prompt) {
    const place = placeOf(this.name)
    const began = performance.now()
    const nothing = await this.play([null]).catch((error) => {
      throw error instanceof NotStarted ? new NotStarted(place) : error
    })
    refuseFullScreen(place, outputOf(nothing), 'a reference is')
    const { turns, end, stderr } = nothing
    if (turns.length === 1) {
      if (end.how === 'lost') throw new UsageError(place, sentenceOfTrouble(nothing))
      if (end.how === 'exit') {
        const why = `ends before it asks for a line (${nameOfExit(end.status, stderr)})`
        throw new UsageError(place, `${why}: a reference must read lines from its standard input`)
      }
      const advice = 'say what its prompts look like with --prompt, or give it a longer --timeout'
      throw new UsageError(place, `never prompts: ${whyUnfit(nothing, prompt)}; ${advice}`)
    }
    const some = words.slice(0, maxTriedWords)
    const written = outputOf(nothing)
    if (end.how === 'silent' && outputOf(await this.play(some.slice(0, firstWords))) === written) {
      const said = written === '' ? 'nothing' : `'${clipped(toReadable(written.trim()), 60)}'`
      throw new UsageError(place, `reads nothing and says ${said}: it must read lines from its standard input`)
    }
    const sessions = [[], some]
    for (const lines of sessions) refuseFullScreen(place, outputOf(exactly(await this.script(lines))), 'a reference is')
    await sleep(Math.max(0, betweenRuns - (performance.now() - began)))
    for (const lines of sessions) await this.mustRepeat(lines)
  }

  script(input: Answers, way: Way = 'interactive'): Promise<Script> {
    const lines = isInLockStep(way) || input.at(-1) === null ? input : [...input, null]
    const key = JSON.stringify(lines)
    const script = this.#known.get(key) ?? this.play(lines).then((session) => this.#scriptOf(session, lines))
    if (this.#known.size >= maxKnownSessions) this.#known.clear()
    this.#known.set(key, script)
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
      placeOf(this.name),
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
   * Notes a crash.
   * @returns the turns up to the prompt whose answer made the reference crash; all if it did not
   * @throws UsageError if it meets the time limit
   */
  #right(session: Session, lines: Answers): { turns: readonly Turn[]; end: Script['end'] } {
    const { turns, end } = session
    if (isSound(session)) return { turns, end: session.end }
    const last = turns.at(-2)?.answer
    // A session that ends here would let a program pass that is wrong from here on.
    if ((end.how === 'silent' || end.how === 'slow') && typeof last === 'string') {
      const why = `${sentenceOfStop(end)} after ${nameOfAnswer(toReadable(last))}: give it a longer --timeout`
      throw new UsageError(placeOf(this.name), why)
    }
    const kind = kindOfCrash(session)
    const known = this.crashes.get(kind)
    const typed = lines.slice(0, turns.length - 1)
    for (const line of typed) this.typedInCrashes.add(line)
    if (known === undefined || known.lines.length > typed.length) {
      const readable = typed.map((line) => (line === null ? null : toReadable(line)))
      this.crashes.set(kind, { lines: readable, why: sentenceOfTrouble(session) })
    }
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
function kindOfCrash(session: Session): string {
  const { end, stderr = '' } = session
  const lastWords = end.how === 'exit' && signalOf(end.status) === undefined ? stderr.trimEnd().split('\n').at(-1) : ''
  const withoutData = lastWords?.replace(/(['"`]).*\1|0x[\da-f]+|\d+/gi, '')
  return JSON.stringify([end, hasInputEnded(session), withoutData])
}
