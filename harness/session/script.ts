import { constants } from 'node:os'
import { exact, type Game, type Text } from '../../reference/game.ts'
import { type Bytes, type Lines, toBytes, toText } from './bytes.ts'

/**
 * How a program gets its input: `interactive`, each line after its prompt has arrived; `stdin`, all lines at once and then
 * the end of input; `args`, the lines as arguments.
 */
export const inputs = ['interactive', 'stdin', 'args'] as const
export type Input = (typeof inputs)[number]
/** How a session is run: with one of these inputs, or `interactive` in a pseudo-terminal. */
export type Way = Input | 'pty'

/** A session as it should go. */
export interface Script {
  /** The allowed outputs, and the answer to each. */
  readonly steps: readonly Step[]
  /** Whether the program ends by itself after the last step; otherwise the session is cut off there. */
  readonly ends: boolean
  /** The exit status with which it then ends. */
  readonly status: number
  /** Whether it must end with this status, and must write nothing to standard error. */
  readonly demandsStatus?: boolean
  readonly forbidsStderr?: boolean
  /** Lines sent after the end of the game; they change nothing. */
  readonly leftover: Lines
}

export interface Step {
  /** `null`: any output, it is not judged. */
  readonly output: Text | null
  /** A line without its newline, or `null` for the end of input; absent on the last step. */
  readonly answer?: Bytes | null
}

/** How a game goes with these lines, with every variation that its rules allow. */
export function scriptOf(game: Game<unknown>, lines: readonly (Bytes | null)[]): Script {
  const steps: Step[] = []
  let reply = game.open()
  for (const line of lines) {
    if (reply.state === undefined) break
    steps.push({ output: reply.output, answer: line })
    reply = game.answer(reply.state, line === null ? null : toText(line))
  }
  const leftover = lines.slice(steps.length).filter((line) => line !== null)
  steps.push({ output: reply.output })
  return { steps, ends: reply.state === undefined, status: reply.status ?? 0, leftover }
}

/** A script without variations: every byte and the exit status must be as the reference has them. */
export const exactly = (script: Script): Script => ({
  ...script,
  demandsStatus: true,
  steps: script.steps.map((step) => ({ ...step, output: step.output === null ? null : exact(step.output) })),
})

/** How many lines are added to a session at the most to reach the end of the game. */
const mostAdded = 200

/**
 * Adds lines that play on to the end of the game, if the end can be reached. A program that gets all input at once then
 * shows all its output, whatever it does when its input ends in the middle of a game.
 */
export function playedOn(game: Game<unknown>, lines: Lines): Lines {
  const added: Bytes[] = []
  let { state } = game.open()
  for (const line of lines) if (state !== undefined) ({ state } = game.answer(state, toText(line)))
  while (state !== undefined && added.length < mostAdded) {
    const [line] = game.legal(state)
    if (line === undefined) break
    added.push(toBytes(line))
    state = game.answer(state, line).state
  }
  return state === undefined ? [...lines, ...added] : lines
}

/** A script with another last output; `null` is not judged. */
export const endingWith = (script: Script, output: Text | null): Script => ({
  ...script,
  steps: script.steps.with(-1, { output }),
})

/** The lines that a script sends. */
export const linesOf = ({ steps }: Pick<Script, 'steps'>): (Bytes | null)[] =>
  steps.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))

/** What a terminal shows of the session, if every output is the exact one. */
export const recordingOf = ({ steps }: Script): Bytes =>
  steps.map((step) => exactOutput(step) + echoOf(step.answer)).join('')

/** What a terminal shows of an answer; `null` is the end of input. */
export const echoOf = (answer: Bytes | null | undefined): Bytes =>
  answer === undefined ? '' : answer === null ? '^D' : `${answer}\n`

/** All output of a session in which every output is the exact one. */
export const exactBytes = ({ steps }: Script): Bytes => steps.map(exactOutput).join('')

const exactOutput = ({ output }: Step) => toBytes(exact(output ?? ''))

/** As judges say it: accepted, wrong answer, time limit exceeded, run-time error, output or memory limit exceeded. */
export const verdicts = ['AC', 'WA', 'TLE', 'RTE', 'OLE', 'MLE'] as const
export type Verdict = (typeof verdicts)[number]

/** How a session went. */
export interface Outcome {
  readonly verdict: Verdict
  /** What went wrong, in a few words; absent when nothing did. */
  readonly why?: string
  /** What the program wrote to standard output, as far as it was kept. */
  readonly output: Bytes
  /** The offset in `output` of the first wrong byte; its length if something is missing. */
  readonly at: number
  /** The offsets in `output` at which the answers were sent. */
  readonly answeredAt: readonly number[]
  readonly variations: readonly string[]
  /** How the program ended, as a shell's `$?` has it: 128 and more for a signal. Absent where it was ended. */
  readonly status?: number
  /** What it wrote to standard error, as far as it was kept. */
  readonly stderr: Bytes
}

/** How a program ended, for people: `exit status 1`, or a signal's name where a shell's `$?` says that there was one. */
export function nameOfStatus(status: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)
  return signal?.[0] ?? `exit status ${status}`
}
