import { exact, type Game, type Text } from '../../reference/game.ts'
import { type Bytes, type Lines, toBytes, toText } from './bytes.ts'

/** A session as it ought to go. */
export interface Script {
  /** What may be said, and what is answered to it. */
  readonly steps: readonly Step[]
  /** Whether the program ends by itself after the last step; otherwise the session is cut off there. */
  readonly ends: boolean
  /** The exit status that it then ends with. */
  readonly status: number
  /** Whether it must end with this status, and must write nothing to standard error. */
  readonly demandsStatus?: boolean
  readonly forbidsStderr?: boolean
  /** Lines behind the end of the game; they change nothing. */
  readonly leftover: Lines
}

export interface Step {
  /** `null`: anything, it is not judged. */
  readonly output: Text | null
  /** A line without its newline, or `null` for the end of input; absent on the last step. */
  readonly answer?: Bytes | null
}

/** How a game ought to go that hears these lines, with every variation that its rules allow. */
export function scriptOf(game: Game<unknown>, lines: readonly (Bytes | null)[]): Script {
  const steps: Step[] = []
  let reply = game.open()
  for (const [index, line] of lines.entries()) {
    if (reply.state === undefined) {
      const leftover = lines.slice(index).filter((line) => line !== null)
      return { steps: [...steps, { output: reply.output }], ends: true, status: reply.status ?? 0, leftover }
    }
    steps.push({ output: reply.output, answer: line })
    reply = game.answer(reply.state, line === null ? null : toText(line))
  }
  const ends = reply.state === undefined
  return { steps: [...steps, { output: reply.output }], ends, status: reply.status ?? 0, leftover: [] }
}

/** The same without the variations: every byte, and the exit status, as the reference has it. */
export const exactly = (script: Script): Script => ({
  ...script,
  demandsStatus: true,
  steps: script.steps.map((step) => ({ ...step, output: step.output === null ? null : exact(step.output) })),
})

/**
 * Lines that play on to the end of the game, if a few more moves reach it. A program that is sent everything at once
 * then shows all that it has to say, whatever it does when its input ends in the middle of a game.
 */
export function playedOn(game: Game<unknown>, lines: Lines): Lines {
  const more = [...lines]
  let { state } = game.open()
  for (const line of lines) if (state !== undefined) ({ state } = game.answer(state, toText(line)))
  for (let moves = 0; state !== undefined && moves < movesToTheEnd; moves++) {
    const [line] = game.legal(state)
    if (line === undefined) break
    more.push(toBytes(line))
    state = game.answer(state, line).state
  }
  return state === undefined ? more : lines
}

const movesToTheEnd = 200

/** The same without its last text: what a program says only when its input has ended is not judged. */
export const upToLastAnswer = (script: Script): Script => ({
  ...script,
  steps: script.steps.map((step, index) => (index === script.steps.length - 1 ? { ...step, output: null } : step)),
})

/** The same, but the input ends where the script stops; what the program then says is not judged, only that it ends. */
export function endingInput(script: Script): Script {
  const steps = script.steps.map((step, index) => (index < script.steps.length - 1 ? step : { ...step, answer: null }))
  return { ...script, steps: [...steps, { output: null }], ends: true }
}

/** The lines that a script sends. */
export const linesOf = (script: Script): (Bytes | null)[] =>
  script.steps.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))

/** A session as a terminal shows it that goes as the script says, exactly. */
export const recordingOf = ({ steps }: Script): Bytes =>
  steps
    .map(
      ({ output, answer }) =>
        toBytes(exact(output ?? '')) + (answer === undefined ? '' : answer === null ? '^D' : `${answer}\n`),
    )
    .join('')

/** The bytes that an exact program says in the course of a script. */
export const exactBytes = (script: Script): Bytes =>
  script.steps.map(({ output }) => toBytes(exact(output ?? ''))).join('')
