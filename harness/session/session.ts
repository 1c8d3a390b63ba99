import { constants } from 'node:os'
import type { Variation } from '../../reference/game.ts'
import { type Bytes, type Lines, withoutEnd } from './bytes.ts'

/** What a program writes before an answer, and the answer. */
export interface Turn<Output = Bytes> {
  readonly output: Output
  /** A line without its newline; `null` for the end of input; absent in the last turn. */
  readonly answer?: Bytes | null
}

/** A session, as it went or as it should go. If all input was sent at once, all output is in the last turn. */
export interface Session<Output = Bytes> {
  readonly turns: readonly Turn<Output>[]
  readonly end: End
  /** Its last bytes, up to `outputLimit`; absent: nothing was written to standard error. */
  readonly stderr?: Bytes
}

/** Right outputs of a turn: those that a game allows, or a recorded one with its varying places. */
export type Expected = string | readonly (string | Variation | Varying)[]

/** A place within a line where a program writes something else in each run: a time, a number, a path. */
export interface Varying {
  readonly exact: string
  /** An automaton for the allowed texts, which starts in the first state. */
  readonly states: readonly {
    /** True for the code points of the characters that lead on; absent: the state reads no character. */
    readonly reads?: (code: number) => boolean
    /** Indices of the next states, best first; the number of states stands for the end of the place. */
    readonly next: readonly number[]
  }[]
}

/** A session as it should go. An output that is `null` is not judged. */
export interface Script extends Session<Expected | null> {
  readonly end: Extract<End, { how: 'exit' | 'cut' }>
  /** Lines that are sent after the end, and must change nothing. */
  readonly leftover?: Lines
}

export type End =
  /** `status` is a shell's `$?`: over 128 for a signal. */
  | { readonly how: 'exit'; readonly status: number }
  /** We stopped the session: its lines ran out, or the output could not become right any more. */
  | { readonly how: 'cut' }
  /**
   * Was silent for too long. `later`: the program wrote the expected output after all (`wrote`), or once its input was
   * closed (`flushed`); or all was written, and it ended once its input was closed (`ended`).
   */
  | {
      readonly how: 'silent'
      readonly milliseconds: number
      readonly later?: 'wrote' | 'flushed' | 'ended'
      /** It visibly waited for a line. */
      readonly waits?: true
    }
  /** Closed its output, but did not exit. */
  | { readonly how: 'closed' }
  /** Took too long for one reply, although it wrote now and then. */
  | { readonly how: 'slow'; readonly milliseconds: number }
  /** Exceeded this limit of output, memory or processes. */
  | { readonly how: 'flood'; readonly bytes: number }
  | { readonly how: 'memory'; readonly mebibytes: number }
  | { readonly how: 'processes'; readonly count: number }
  /** Its shell was killed, its file was changed while it ran, or the worker cannot tell. */
  | { readonly how: 'lost' }
  | { readonly how: 'changed' }
  | { readonly how: 'unknown'; readonly why: string }

export const answersOf = ({ turns }: Pick<Session<unknown>, 'turns'>): (Bytes | null)[] =>
  turns.map(({ answer }) => answer).filter((answer) => answer !== undefined)

/** All that a program can read: answers but for the end of input, and leftover lines. */
export const linesOf = (script: Script): Bytes[] => [...withoutEnd(answersOf(script)), ...(script.leftover ?? [])]

export const inputOf = (script: Script): Bytes =>
  linesOf(script)
    .map((line) => `${line}\n`)
    .join('')

/** True if the last answer is the end of input. */
export const hasInputEnded = ({ turns }: Pick<Session<unknown>, 'turns'>): boolean => turns.at(-2)?.answer === null

export const outputOf = ({ turns }: Pick<Session, 'turns'>): Bytes => turns.map(({ output }) => output).join('')

/** True if a program draws on the whole screen, as editors and pagers do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control sequence for it.
export const drawsOnScreen = (output: Bytes): boolean => /\x1b\[\?(1049|1047|47)h/.test(output)

/** A session as a terminal shows it. */
export const shownOf = ({ turns }: Pick<Session, 'turns'>): Bytes =>
  turns.map(({ output, answer }) => output + echoOf(answer)).join('')

/** An answer as a terminal shows it. */
export const echoOf = (answer: Bytes | null | undefined): Bytes =>
  answer === undefined ? '' : answer === null ? '^D' : `${answer}\n`

/** Names the signal that ended a program with this status, if one did. */
export const signalOf = (status: number): string | undefined =>
  Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0]
