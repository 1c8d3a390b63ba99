import { stripVTControlCharacters } from 'node:util'
import type { Host, Output } from '../base/host.ts'
import { printable } from './text.ts'

/** The streams of a command, and the environment, which decides about colours. */
export type Screen = Pick<Host, 'stdout' | 'stderr' | 'env'>

/** True for a terminal that knows escape sequences. */
export const isTerminal = ({ isTTY }: Output, { TERM }: NodeJS.ProcessEnv): boolean => isTTY === true && TERM !== 'dumb'

/** Our text for a stream. Only a terminal gets colours, unless NO_COLOR is set. */
const shownOn = (stream: Output, text: string, env: NodeJS.ProcessEnv): string =>
  isTerminal(stream, env) && !env.NO_COLOR ? text : stripVTControlCharacters(text)

/** Erases the progress line, and writes our text to standard output. */
export function print(screen: Screen, text: string) {
  if (text === '') return
  eraseProgress(screen)
  screen.stdout.write(shownOn(screen.stdout, text, screen.env))
}

export const printError = ({ stderr, env }: Screen, text: string) =>
  void stderr.write(`${shownOn(stderr, text, env)}\n`)

/** Writes `ninehole: …` to standard error: one line, whatever the remark contains. */
export const note = (screen: Screen, remark: string) => printError(screen, `ninehole: ${printable(remark)}`)

/** Replaces the progress line on standard error, if that is a terminal. */
export function drawProgress({ stderr, env }: Screen, line: string) {
  // The cursor stays visible, so that nothing must be restored when the process ends.
  if (isTerminal(stderr, env)) stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || 80) - 1)}`)
}

export function eraseProgress({ stderr, env }: Screen) {
  if (isTerminal(stderr, env)) stderr.write('\r\x1b[K')
}
