import { constants } from 'node:os'
import type { Text, Variation } from '../../reference/game.ts'
import type { Bytes, Lines } from './bytes.ts'

/** The output of a program until it is given an answer, and that answer. */
export interface Turn<Output = Bytes> {
  readonly output: Output
  /** A line without its newline, or `null` for the end of input; absent in the last turn. */
  readonly answer?: Bytes | null
}

/**
 * A session, as it was or as it may be: a transcript is its text, a report shows it, a suite asks for it. Where all input is
 * there at once, every answer was given before any output was read: all output stands in the last turn.
 */
export interface Session<Output = Bytes> {
  readonly turns: readonly Turn<Output>[]
  readonly end: End
  /** The standard error, as far as it was kept; absent: nothing. */
  readonly stderr?: Bytes
}

/** The outputs that are right: those that a game allows, or what was recorded, with its varying places. */
export type Expected = Text | readonly (string | Variation | Varying)[]

/** A place in which a program writes something else each time, within a line: a time, a number, a path. */
export interface Varying {
  /** One example of what stands here: what was recorded. */
  readonly exact: string
  /** All that may stand here, as an automaton that begins in the first state. */
  readonly states: readonly State[]
  /** The parts of the example that have a name, by it: where the same part was recorded, the same must come again. */
  readonly parts: Readonly<Record<string, string>>
}

/** A state of the automaton of a varying place. */
export interface State {
  /** Tells whether a character, by its code point, leads on; absent: the state needs none. */
  readonly reads?: (code: number) => boolean
  /** The states to go on to, in order of preference; one after the last state is the end of the place. */
  readonly next: readonly number[]
  /** The part that begins or ends here, if it has a name. */
  readonly part?: string
}

/** A session as it may be. A turn whose output is `null` is not judged. */
export interface Script extends Session<Expected | null> {
  readonly end: Exit | Cut
  /** Lines that are sent after the last turn; they change nothing. Absent: none. */
  readonly leftover?: Lines
}

/** The program ends by itself, with a status as a shell's `$?` has it: 128 and more for a signal. */
export interface Exit {
  readonly how: 'exit'
  readonly status: number
}

/** The session is cut off: nothing more is of interest. */
interface Cut {
  readonly how: 'cut'
}

/** The end of a session. */
export type End =
  | Exit
  | Cut
  /**
   * It said nothing for so long. `later` is what it did afterwards: it wrote what was expected after all (`wrote`), or
   * only when its input was closed (`flushed`).
   */
  | { readonly how: 'silent'; readonly milliseconds: number; readonly later?: 'wrote' | 'flushed' }
  /** It closed its output, and neither read nor ended. */
  | { readonly how: 'closed' }
  /** It wrote now and then, but took so long for one reply. */
  | { readonly how: 'slow'; readonly milliseconds: number }
  /** It wrote more than so many bytes. */
  | { readonly how: 'flood'; readonly bytes: number }
  /** It used more than so many MiB of memory. */
  | { readonly how: 'memory'; readonly mebibytes: number }
  /** It ran more than so many processes. */
  | { readonly how: 'processes'; readonly count: number }
  /** It killed the shell that ran it. */
  | { readonly how: 'lost' }
  /** Its file was changed while it ran. */
  | { readonly how: 'changed' }
  /** The program that played it cannot tell. */
  | { readonly how: 'unknown'; readonly why: string }

/** The answers of a session. */
export function answersOf({ turns }: Pick<Session<unknown>, 'turns'>): (Bytes | null)[] {
  const answers: (Bytes | null)[] = []
  for (const { answer } of turns) if (answer !== undefined) answers.push(answer)
  return answers
}

/** The last answer is the end of input. */
export const hasInputEnded = ({ turns }: Pick<Session<unknown>, 'turns'>): boolean => turns.at(-2)?.answer === null

/** All output of a session. */
export const outputOf = ({ turns }: Pick<Session, 'turns'>): Bytes => turns.map(({ output }) => output).join('')

/** Tells whether a program draws on the whole screen, as editors and pagers do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a terminal is told to.
export const drawsOnScreen = (output: Bytes): boolean => /\x1b\[\?(1049|1047|47)h/.test(output)

/** A session as a terminal shows it. */
export const shownOf = ({ turns }: Pick<Session, 'turns'>): Bytes =>
  turns.map(({ output, answer }) => output + echoOf(answer)).join('')

/** An answer as a terminal shows it. */
export const echoOf = (answer: Bytes | null | undefined): Bytes =>
  answer === undefined ? '' : answer === null ? '^D' : `${answer}\n`

/** The name of the signal that ended a program, where a shell's `$?` tells of one. */
export const signalOf = (status: number): string | undefined =>
  Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0]

/** The end of a program, for people: `exit status 1`, or the name of a signal. */
export const nameOfStatus = (status: number): string => signalOf(status) ?? `exit status ${status}`
