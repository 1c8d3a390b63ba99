import { exact, type Variation } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from './bytes.ts'
import { isVarying, type Matcher, matcher, type Place } from './matcher.ts'
import { type End, type Expected, outputOf, type Script, type Session, type Turn } from './session.ts'

/** Demands on a session beside its script. */
export interface Demands {
  /** Nothing may be written between a prompt and its answer; otherwise all input is there at once. */
  readonly lockStep: boolean
  /** Only the exact form will do: every byte of the output, and the exit status. */
  readonly exact?: boolean
  /** The exit status must be the script's. */
  readonly status?: boolean
  /** Nothing may be written to standard error; in a session that is cut off, this is known in lock-step only. */
  readonly noStderr?: boolean
}

/**
 * As judges say it: accepted, wrong answer, compilation error, time limit exceeded, run-time error, output or memory limit
 * exceeded; or flaky: the same sessions sometimes pass and sometimes fail.
 */
export const verdicts = ['AC', 'WA', 'CE', 'TLE', 'RTE', 'OLE', 'MLE', 'FLAKY'] as const
export type Verdict = (typeof verdicts)[number]

/** The verdicts on programs that met a limit: to get one again takes as long as the limit. */
export const verdictsOfLimits: readonly Verdict[] = ['TLE', 'OLE', 'MLE']

/**
 * - `output`: a byte is wrong
 * - `early`: it wrote where it should have waited for a line, or asked for one before its prompt
 * - `short`: it ended before it had written everything
 * - `status`: it ended with another status than demanded
 * - `stderr`: it wrote to standard error
 * - `endless`: it has said everything and does not end
 * - `stopped`: it was ended by a limit
 */
type Fault = 'output' | 'early' | 'short' | 'status' | 'stderr' | 'endless' | 'stopped'

/** The outcome of a session that was played along a script. */
export interface Outcome {
  readonly verdict: Verdict
  /** Absent if nothing went wrong. */
  readonly fault?: Fault
  /** The session, its output split as the script has it. Its last turn is the one in which it went wrong. */
  readonly played: Session
  /** The number of bytes of the last turn that are right. */
  readonly right: number
  /** The variations from the exact form that it uses. */
  readonly variations: readonly string[]
  /** The number of varying places that are not as in the example; absent: none. */
  readonly varied?: number
  /** The session as it went when it was played again and passed, if the program is flaky. */
  readonly again?: Session
}

/**
 * Compares a session with its script. Pure: it knows no clock and no process. What a right end is, what exactness demands and
 * what a variation at the end is called is decided here and nowhere else.
 */
export function compare(script: Script, played: Session, demands: Demands): Outcome {
  const reading = demands.lockStep ? readTurns(script, played, demands) : readAtOnce(script, played, demands)
  const { turns, right, isComplete } = reading
  const variations = new Set(reading.variations)
  const isDone = isComplete && turns.length === script.turns.length
  const fault = reading.fault ?? faultOfEnd(script, played, isDone, demands, variations)
  return {
    verdict: fault === undefined ? 'AC' : verdictOf(fault, played.end),
    ...(fault !== undefined && { fault }),
    played: { ...played, turns },
    right,
    variations: [...variations],
    ...(reading.varied > 0 && { varied: reading.varied }),
  }
}

/**
 * Compares two sessions of one program: it must say the same twice, and where one was cut off, go no further in the other.
 * @returns the outcome of the second along the first; undefined if they do not differ
 */
export function differenceFrom(first: Script, second: Session): Outcome | undefined {
  const outcome = compare(first, second, { lockStep: true, exact: true })
  const goesFurther = first.end.how !== 'exit' && second.end.how === 'exit'
  return outcome.verdict === 'AC' && !goesFurther ? undefined : outcome
}

/** The offset in all output of the first wrong byte; its length if something is missing. */
export const offsetOf = ({ played: { turns }, right }: Outcome): number =>
  outputOf({ turns: turns.slice(0, -1) }).length + right

/** Finds how far the output is right. */
interface Reading extends Pick<Outcome, 'right'> {
  readonly turns: readonly Turn[]
  /** The last of these turns is complete. */
  readonly isComplete: boolean
  readonly variations: Iterable<string>
  readonly varied: number
  readonly fault?: 'output' | 'early'
}

/** Each answer was given at its time. */
function readTurns(script: Script, { turns }: Session, demands: Demands): Reading {
  const reader = new Reader(script, demands)
  for (const [index, { output }] of turns.entries()) {
    const { length, state } = reader.read(index, output)
    const isLast = index === turns.length - 1
    const isEarly = state === 'complete' ? length < output.length : !isLast
    const fault = state === 'wrong' ? 'output' : isEarly ? 'early' : undefined
    if (!isLast && fault === undefined) continue
    const { variations, varied } = reader
    const read = { turns: turns.slice(0, index + 1), right: length, isComplete: state === 'complete' }
    return { ...read, variations, varied, ...(fault && { fault }) }
  }
  throw new Error('a session has a turn')
}

/** All answers were given before any output: the output is split where the script's turns end. */
function readAtOnce(script: Script, played: Session, demands: Demands): Reading {
  const reader = new Reader(script, demands)
  const turns: Turn[] = []
  let rest = outputOf(played)
  for (const [index, turn] of script.turns.entries()) {
    const { length, state } = reader.read(index, rest)
    if (state === 'complete' && index < script.turns.length - 1) {
      turns.push({ ...turn, output: rest.slice(0, length) })
      rest = rest.slice(length)
      continue
    }
    turns.push({ output: rest })
    const { variations, varied } = reader
    const read = { turns, right: length, isComplete: state === 'complete', variations, varied }
    return state === 'wrong' ? { ...read, fault: 'output' } : read
  }
  throw new Error('a script has a turn')
}

/** Matches one turn of a script after the other. */
class Reader {
  readonly variations = new Set<string>()
  varied = 0
  readonly #script: Script
  readonly #isExact: boolean
  /** What the parts of varying places were, by their names and their examples. */
  readonly #parts = new Map<string, Bytes>()

  constructor(script: Script, { exact: isExact = false }: Demands) {
    this.#script = script
    this.#isExact = isExact
  }

  read(index: number, output: Bytes): { length: number; state: Matcher['state'] } {
    const { turns, end } = this.#script
    const { output: text = '' } = turns[index] ?? {}
    const whole = index === turns.length - 1 && end.how === 'exit'
    const match = matcher(this.#isExact && text !== null ? exactForm(text) : text, whole)
    const length = match.feed(output)
    const { state, variations, places } = match
    for (const variation of variations) this.variations.add(variation)
    if (state !== 'complete') return { length, state }
    this.varied += places.filter(({ varying, text }) => text !== toBytes(varying.exact)).length
    const unequal = this.#unequalIn(places)
    return unequal === undefined ? { length, state } : { length: unequal, state: 'wrong' }
  }

  /** The offset of the first part that is not what it was before, where the example has the same. */
  #unequalIn(places: readonly Place[]): number | undefined {
    for (const { varying, parts } of places)
      for (const [name, { at, text }] of parts) {
        const key = JSON.stringify([name, varying.parts[name]])
        const before = this.#parts.get(key) ?? text
        this.#parts.set(key, before)
        if (text !== before) return at
      }
    return undefined
  }
}

/** Standard error where a terminal mixes it into the output: any bytes. */
export const stderrInTerminal: Variation = {
  name: 'stderr',
  oneOf: Array.from({ length: 256 }, (_, byte) => toText(String.fromCharCode(byte))),
  times: '*',
}

/** The only form that exactness allows. Standard error is no output: it may follow here, too; a varying place has no exact form. */
function exactForm(text: Expected): Expected {
  if (typeof text === 'string') return text
  const form = text.map((part) => (part === stderrInTerminal || isVarying(part) ? part : exact([part])))
  return form.every((part) => typeof part === 'string') ? form.join('') : form
}

/** Judges the end of a session whose output is right; adds to the variations what the rules leave free. */
function faultOfEnd(
  script: Script,
  { end, stderr = '' }: Session,
  isDone: boolean,
  { lockStep, exact, status = exact, noStderr }: Demands,
  variations: Set<string>,
): Fault | undefined {
  // Where all input is there at once, it may have complained of the end of input.
  if (isDone && script.end.how === 'cut') return lockStep && noStderr && stderr !== '' ? 'stderr' : undefined
  if (end.how !== 'exit' && end.how !== 'closed') return isDone && endsWithinLimits.has(end.how) ? 'endless' : 'stopped'
  if (!isDone) return 'short'
  if (end.how === 'closed') return 'endless'
  if (script.end.how === 'exit' && end.status !== script.end.status) {
    if (status) return 'status'
    variations.add('exit-status')
  }
  if (stderr !== '') {
    if (noStderr) return 'stderr'
    variations.add('stderr')
  }
  return undefined
}

/** The ends of programs that go on without exceeding a limit; `cut`: it asked for one line more than the script has. */
const endsWithinLimits = new Set<End['how']>(['silent', 'slow', 'cut'])

/** The verdicts on programs that we ended, by the reason. */
const verdictOfStop: Readonly<Record<End['how'], Verdict>> = {
  exit: 'WA',
  closed: 'WA',
  cut: 'TLE',
  silent: 'TLE',
  slow: 'TLE',
  flood: 'OLE',
  memory: 'MLE',
  processes: 'RTE',
  lost: 'RTE',
  changed: 'RTE',
  unknown: 'RTE',
}

function verdictOf(fault: Fault, end: End): Verdict {
  if (fault === 'output' || fault === 'early') return 'WA'
  if (fault === 'status' || fault === 'stderr') return 'RTE'
  if (fault === 'endless') return 'TLE'
  return end.how === 'exit' && end.status !== 0 ? 'RTE' : verdictOfStop[end.how]
}
