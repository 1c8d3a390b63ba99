import type { Script } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { hold, type Limits } from './hold.ts'
import type { Program } from './process.ts'
import { whyNoPty } from './pty.ts'

/**
 * Holds one session in a pseudo-terminal, as `hold` does on pipes, in lock-step. What the program writes to standard
 * error is seen there like everything else, so `stderr` stays empty. Where there is no pseudo-terminal, on pipes.
 * @throws Unusable if the program cannot be started
 */
export const holdInPty = (program: Program, script: Script, limits: Limits): Promise<Outcome> =>
  hold(onTerminal(program), script, 'interactive', limits)

/** The same program in a pseudo-terminal; where there is none, as it is, which standard error is told once. */
export function onTerminal(program: Program): Program {
  const why = whyNoPty()
  if (why === undefined) return { ...program, terminal: true }
  if (!told) process.stderr.write(`ninehole: on pipes: no pseudo-terminal here (${why})\n`)
  told = true
  return program
}

let told = false
