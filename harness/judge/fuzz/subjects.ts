import { NotStarted } from '../../base/usage-error.ts'
import { processProgram } from '../../run/process.ts'
import type { CommandLine, Programs } from '../../run/programs.ts'
import { compare, type Outcome } from '../../session/compare.ts'
import type { Script } from '../../session/session.ts'
import type { Prompt } from '../../transcripts/prompt.ts'
import { unscriptedProgram } from '../../transcripts/unscripted.ts'
import { readVaries } from '../../transcripts/varies.ts'
import { shellWords } from '../reference/check.ts'
import { ProgramReference } from '../reference/reference.ts'
import type { OpenOptions } from './open-reference.ts'

/** The command of a program that is compared with the reference. */
export interface Subject {
  readonly name: string
  readonly words: CommandLine
}

/** A subject from its command, quoted as in a shell. @param option the option with the command, for errors */
export const subjectOf = (option: string, command: string): Subject => ({
  name: command,
  words: shellWords(option, command),
})

/** The programs that are compared with the reference. */
export interface Subjects {
  readonly names: readonly string[]
  readonly way: 'interactive' | 'pty'
  /** Plays a session with all programs, or with one of them. */
  run(script: Script, index?: number): Promise<Outcome[]>
  /** The programs, played without a script: what one writes can be the reference of another. */
  readonly asReferences: readonly ProgramReference[]
}

/**
 * Makes programs of commands. They start when they are played; closing `programs` ends them.
 * @param prompt matches the prompts of the reference, if they are known
 */
export function openSubjects(
  programs: Programs,
  subjects: readonly Subject[],
  { exact = false, pty = false, limits, compare: loosely, varies }: OpenOptions,
  prompt?: Prompt,
): Subjects {
  const way = pty ? 'pty' : 'interactive'
  const playing = subjects.map(({ name, words }) => ({ name, program: processProgram(programs, words, way) }))
  const demands = { lockStep: true, exact, status: true }
  const playOne = async (script: Script, { name, program }: (typeof playing)[number]) => {
    const session = await program.play(script, limits).catch((error) => {
      throw error instanceof NotStarted ? new NotStarted(name) : error
    })
    return compare(script, session, demands)
  }
  const looseness = { compare: loosely, varies: readVaries(varies) }
  return {
    names: subjects.map(({ name }) => name),
    way,
    run: (script, index) =>
      Promise.all(playing.filter((_, at) => index === undefined || at === index).map((one) => playOne(script, one))),
    asReferences: subjects.map(
      ({ name, words }) =>
        new ProgramReference(name, unscriptedProgram(programs, words, prompt, pty), limits, looseness),
    ),
  }
}
