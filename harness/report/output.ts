import { stripVTControlCharacters } from 'node:util'
import type { Host, Output } from '../base/host.ts'
import { printable } from './text.ts'

/** True for a terminal that knows escape sequences. */
export const isTerminal = ({ isTTY }: Output, { TERM }: NodeJS.ProcessEnv): boolean => isTTY === true && TERM !== 'dumb'

/** Our text for a stream. Only a terminal gets colours, unless NO_COLOR is set. */
const shownOn = (stream: Output, text: string, env: NodeJS.ProcessEnv): string =>
  isTerminal(stream, env) && !env.NO_COLOR ? text : stripVTControlCharacters(text)

/** Erases the progress line, and writes our text to standard output. */
export function print(host: Host, text: string) {
  if (text === '') return
  eraseProgress(host)
  host.stdout.write(shownOn(host.stdout, text, host.env))
}

export const printError = ({ stderr, env }: Host, text: string) => void stderr.write(`${shownOn(stderr, text, env)}\n`)

/** Writes `ninehole: …` to standard error: one line, whatever the remark contains. */
export const note = (host: Host, remark: string) => printError(host, `ninehole: ${printable(remark)}`)

/** Replaces the progress line on standard error, if that is a terminal. */
export function drawProgress({ stderr, env }: Host, line: string) {
  // The cursor stays visible, so that nothing must be restored when the process ends.
  if (isTerminal(stderr, env)) stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || 80) - 1)}`)
}

export function eraseProgress({ stderr, env }: Host) {
  if (isTerminal(stderr, env)) stderr.write('\r\x1b[K')
}
