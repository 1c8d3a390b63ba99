import { stripVTControlCharacters } from 'node:util'
import type { Host, Output } from '../base/host.ts'
import { printable } from './text.ts'

/** The streams of a command, and what decides whether they know colours. */
export type Screen = Pick<Host, 'stdout' | 'stderr' | 'env'>

/** Tells whether a stream is a terminal that knows escape sequences. */
export const isTerminal = ({ isTTY }: Output, { TERM }: NodeJS.ProcessEnv): boolean => isTTY === true && TERM !== 'dumb'

/** Text of ours as a stream shows it. Colours are for a terminal, unless NO_COLOR is set; never for a file or a pipe, not even in CI. */
const shownOn = (stream: Output, text: string, env: NodeJS.ProcessEnv): string =>
  isTerminal(stream, env) && !env.NO_COLOR ? text : stripVTControlCharacters(text)

/** Writes text of ours to standard output, not after the progress line. */
export function print(screen: Screen, text: string) {
  if (text === '') return
  eraseProgress(screen)
  screen.stdout.write(shownOn(screen.stdout, text, screen.env))
}

/** Writes a line of ours to standard error. */
export const printError = ({ stderr, env }: Screen, text: string) =>
  void stderr.write(`${shownOn(stderr, text, env)}\n`)

/** Writes a remark to standard error, after our name: one line, whatever is in it. */
export const note = (screen: Screen, remark: string) => printError(screen, `ninehole: ${printable(remark)}`)

/** Shows a line on standard error if it is a terminal, in place of the one before. */
export function drawProgress({ stderr, env }: Screen, line: string) {
  // The cursor stays visible, so nothing needs to be restored however the process ends.
  if (isTerminal(stderr, env)) stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || 80) - 1)}`)
}

export function eraseProgress({ stderr, env }: Screen) {
  if (isTerminal(stderr, env)) stderr.write('\r\x1b[K')
}
