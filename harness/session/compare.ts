import { exact, type Variation } from '../../reference/game.ts'
import { type Bytes, toText } from './bytes.ts'
import { isVarying, matcher } from './matcher.ts'
import { type End, type Expected, outputOf, type Script, type Session, type Turn } from './session.ts'

/** What a session must do besides following its script. */
export interface Demands {
  /** Nothing may be written between a prompt and its answer; false: all input is sent at once. */
  readonly lockStep: boolean
  /** Only the exact form passes: every byte of the output, and the exit status. */
  readonly exact?: boolean
  /** True if the exit status must be the script's. */
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

/** Of programs that met a limit: such sessions may be slow. */
export const verdictsOfLimits: readonly Verdict[] = ['TLE', 'ILE', 'OLE', 'MLE']

/**
 * `early`: the program wrote where it should have waited for a line, or waited before its prompt; `short`: it ended before it
 * had written everything; `endless`: it wrote everything but does not end; `stopped`: a limit ended it.
 */
type Fault = 'output' | 'early' | 'short' | 'status' | 'stderr' | 'endless' | 'stopped'

export interface Outcome {
  readonly verdict: Verdict
  readonly fault?: Fault
  /** Its output is split at the script's turns. If the session went wrong, it did so in the last turn. */
  readonly played: Session
  /** Right bytes in the last turn. */
  readonly right: number
  /** All input was sent at once: behind the first wrong byte, the last turn has the output of later turns, too. */
  readonly mixesTurns?: true
  /** If `exact` was demanded: what the rules alone say of the session. */
  readonly byRules?: Outcome
  readonly variations: readonly string[]
  /** How many varying places differ from the recorded example; absent: none. */
  readonly varied?: number
}

/**
 * Compares a session with its script. Nothing else decides what a right end is, what `exact` demands, and which variations
 * there are at the end.
 */
export function compare(script: Script, played: Session, demands: Demands): Outcome {
  const variations = new Set<string>()
  const { turns, right, varied, isComplete, ...read } = readTurns(script, played, demands, variations)
  const isDone = isComplete && turns.length === script.turns.length
  const fault = read.fault ?? faultOfEnd(script, played, isDone, demands, variations)
  return {
    verdict: fault === undefined ? 'AC' : verdictOf(fault, played.end),
    ...(fault !== undefined && { fault }),
    played: { ...played, turns },
    right,
    ...(!demands.lockStep && fault === 'output' && turns.length < script.turns.length && { mixesTurns: true }),
    ...(fault !== undefined && demands.exact && { byRules: compare(script, played, { ...demands, exact: false }) }),
    variations: [...variations],
    ...(varied > 0 && { varied }),
  }
}

/**
 * Compares two sessions of one program: outputs must be equal, and one whose first session was cut off must not exit now.
 * @returns the outcome of the second, with the first as its script; undefined if they are equal
 */
export function differenceFrom(first: Script, second: Session): Outcome | undefined {
  const outcome = compare(first, second, { lockStep: true, exact: true })
  const goesFurther = first.end.how !== 'exit' && second.end.how === 'exit'
  return outcome.verdict === 'AC' && !goesFurther ? undefined : outcome
}

/** Finds the first wrong byte in all output; the end of the output if something is missing. */
export const offsetOf = ({ played: { turns }, right }: Outcome): number =>
  outputOf({ turns: turns.slice(0, -1) }).length + right

/** Finds out how far the output is right, and splits it at the script's turns. Adds to `variations` those used. */
function readTurns(script: Script, played: Session, { lockStep, exact }: Demands, variations: Set<string>) {
  const turns: Turn[] = []
  let varied = 0
  let rest = lockStep ? '' : outputOf(played)
  const given: readonly Turn<unknown>[] = lockStep ? played.turns : script.turns
  for (let index = 0; ; index++) {
    const turn = given[index] as Turn<unknown>
    const output = lockStep ? (turn.output as Bytes) : rest
    const { output: text = '' } = script.turns[index] ?? {}
    const isEnd = index === script.turns.length - 1 && script.end.how === 'exit'
    const match = matcher(exact && text !== null ? exactForm(text) : text, isEnd)
    const right = match.feed(output)
    for (const variation of match.variations) variations.add(variation)
    varied += match.varied
    const isComplete = match.state === 'complete'
    const isLast = index === given.length - 1
    const isEarly = lockStep && (isComplete ? right < output.length : !isLast)
    const fault: Fault | undefined = match.state === 'wrong' ? 'output' : isEarly ? 'early' : undefined
    if (isLast || !isComplete || fault !== undefined) {
      turns.push({ output })
      return { turns, right, isComplete, varied, fault }
    }
    turns.push({ ...turn, output: output.slice(0, right) })
    rest = output.slice(right)
  }
}

/** Any bytes: a terminal mixes standard error into the output. */
export const stderrInTerminal: Variation = {
  name: 'stderr',
  oneOf: Array.from({ length: 256 }, (_, byte) => toText(String.fromCharCode(byte))),
  times: '*',
}

/** Reduces a text to its exact form. Varying places have none, and standard error in a terminal is not output: both stay. */
export function exactForm(text: Expected): Expected {
  if (typeof text === 'string') return text
  const form = text.map((part) => (part === stderrInTerminal || isVarying(part) ? part : exact([part])))
  return form.every((part) => typeof part === 'string') ? form.join('') : form
}

/** Judges the end of a session whose output is right so far. Adds to `variations` what the rules allow there. */
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

/** Where output is missing and the program did not exit. */
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
