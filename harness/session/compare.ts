import { exact, type Variation } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from './bytes.ts'
import { isVarying, type Matcher, matcher } from './matcher.ts'
import { type End, type Expected, outputOf, type Script, type Session, type Turn } from './session.ts'

/** What a session must do besides following its script. */
export interface Demands {
  /** Each answer is sent after its prompt, and nothing may be written between; false: all input is sent at once. */
  readonly lockStep: boolean
  /** Only the exact form passes: every byte of the output, and the exit status. */
  readonly exact?: boolean
  /** The exit status must be the script's. */
  readonly status?: boolean
  /** Nothing may be written to standard error. If the session is cut off, that is checked in lock-step only. */
  readonly noStderr?: boolean
}

/**
 * Accepted, wrong answer, compile error, time limit exceeded (it computes, sleeps, or does not end), idleness limit exceeded
 * (it waits for a line while output is missing), run-time error, output or memory limit exceeded, or flaky: the same sessions
 * sometimes pass and sometimes fail.
 */
export const verdicts = ['AC', 'WA', 'CE', 'TLE', 'ILE', 'RTE', 'OLE', 'MLE', 'FLAKY'] as const
export type Verdict = (typeof verdicts)[number]

/** Verdicts of programs that met a limit: such sessions may be slow. */
export const verdictsOfLimits: readonly Verdict[] = ['TLE', 'ILE', 'OLE', 'MLE']

/**
 * - `output`: a byte is wrong
 * - `early`: the program wrote where it should have waited for a line, or waited before its prompt
 * - `short`: the program ended before it had written everything
 * - `status`: the exit status is wrong
 * - `stderr`: the program wrote to standard error
 * - `endless`: the program wrote everything but does not end
 * - `stopped`: a limit ended the program
 */
type Fault = 'output' | 'early' | 'short' | 'status' | 'stderr' | 'endless' | 'stopped'

export interface Outcome {
  readonly verdict: Verdict
  readonly fault?: Fault
  /** The session, with its output split at the script's turns. If it went wrong, it did so in the last turn. */
  readonly played: Session
  /** The number of right bytes in the last turn. */
  readonly right: number
  /** All input was sent at once: behind the first wrong byte, the last turn has the output of later turns, too. */
  readonly mixesTurns?: true
  /** If `exact` was demanded: what the rules alone say of the session. */
  readonly byRules?: Outcome
  readonly variations: readonly string[]
  /** The number of varying places that differ from the recorded example; absent: none. */
  readonly varied?: number
}

/**
 * Compares a session with its script. Nothing else decides what a right end is, what `exact` demands, and which variations
 * there are at the end.
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
    ...(!demands.lockStep && fault === 'output' && turns.length < script.turns.length && { mixesTurns: true }),
    ...(fault !== undefined && demands.exact && { byRules: compare(script, played, { ...demands, exact: false }) }),
    variations: [...variations],
    ...(reading.varied > 0 && { varied: reading.varied }),
  }
}

/**
 * Compares two sessions of one program. The outputs must be equal, and a program whose first session was cut off must
 * not exit in the second.
 * @returns the outcome of the second, with the first as its script; undefined if they are equal
 */
export function differenceFrom(first: Script, second: Session): Outcome | undefined {
  const outcome = compare(first, second, { lockStep: true, exact: true })
  const goesFurther = first.end.how !== 'exit' && second.end.how === 'exit'
  return outcome.verdict === 'AC' && !goesFurther ? undefined : outcome
}

/** The offset of the first wrong byte in all output; the length of the output if something is missing. */
export const offsetOf = ({ played: { turns }, right }: Outcome): number =>
  outputOf({ turns: turns.slice(0, -1) }).length + right

/** How far the output is right. */
interface Reading {
  readonly turns: readonly Turn[]
  readonly right: number
  /** The output of the last turn is complete. */
  readonly isComplete: boolean
  readonly variations: Iterable<string>
  readonly varied: number
  readonly fault?: 'output' | 'early'
}

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

/** Splits the output at the script's turns: all answers were sent before it. */
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

class Reader {
  readonly variations = new Set<string>()
  varied = 0
  readonly #script: Script
  readonly #isExact: boolean

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
    if (state === 'complete')
      this.varied += places.filter(({ varying, text }) => text !== toBytes(varying.exact)).length
    return { length, state }
  }
}

/** Standard error that a terminal mixes into the output: any bytes. */
export const stderrInTerminal: Variation = {
  name: 'stderr',
  oneOf: Array.from({ length: 256 }, (_, byte) => toText(String.fromCharCode(byte))),
  times: '*',
}

/** The form that `exact` demands. Varying places have none, and standard error in a terminal is not output: both stay. */
export function exactForm(text: Expected): Expected {
  if (typeof text === 'string') return text
  const form = text.map((part) => (part === stderrInTerminal || isVarying(part) ? part : exact([part])))
  return form.every((part) => typeof part === 'string') ? form.join('') : form
}

/** Judges the end of a session whose output is right. Adds to `variations` what the rules allow there. */
function faultOfEnd(
  script: Script,
  { end, stderr = '' }: Session,
  isDone: boolean,
  { lockStep, exact, status = exact, noStderr }: Demands,
  variations: Set<string>,
): Fault | undefined {
  // A program that got all input at once may have complained about the end of input.
  if (isDone && script.end.how === 'cut') return lockStep && noStderr && stderr !== '' ? 'stderr' : undefined
  if (end.how !== 'exit' && end.how !== 'closed') return isDone && endsWhileRunning.has(end.how) ? 'endless' : 'stopped'
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

/** Ends of programs that keep running within the limits; `cut`: the program asked for one line more than the script has. */
const endsWhileRunning = new Set<End['how']>(['silent', 'slow', 'cut'])

/** The verdict where output is missing and the program did not exit, by the end. */
const verdictOfStop: Readonly<Record<Exclude<End['how'], 'exit'>, Verdict>> = {
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
  if (end.how === 'exit') return end.status === 0 ? 'WA' : 'RTE'
  return end.how === 'silent' && end.waits ? 'ILE' : verdictOfStop[end.how]
}
