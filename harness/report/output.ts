import { stripVTControlCharacters } from 'node:util'
import type { Host } from '../base/host.ts'
import { printable } from './text.ts'

/** True for a terminal that knows escape sequences. */
const isTerminal = ({ isTTY }: Host['stdout'], { TERM }: NodeJS.ProcessEnv): boolean =>
  isTTY === true && TERM !== 'dumb'

/** Our text for a stream. Only a terminal gets colours, unless NO_COLOR is set. */
const shownOn = (stream: Host['stdout'], text: string, env: NodeJS.ProcessEnv): string =>
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

/** How often progress is shown on a terminal and elsewhere, in milliseconds of the clock. */
const [redrawInterval, lineInterval] = [200, 15_000]
/** The rate is shown from then on. */
const rateDelay = 3000

/**
 * Shows on standard error how many sessions of a total were run: one line that changes on a terminal; elsewhere, a line now
 * and then.
 */
export function startProgress(host: Host, total: number) {
  const began = performance.now()
  const isLive = isTerminal(host.stderr, host.env)
  let [done, doing] = [0, '']
  const show = () => {
    const elapsed = performance.now() - began
    const rate = elapsed < rateDelay || done === 0 ? '' : `${numberOf((done / elapsed) * 1000)}/s`
    const count = `${numberOf(done)}/${numberOf(total)} sessions`
    const line = [count, rate, printable(doing)].filter(Boolean).join(' · ')
    if (isLive) drawProgress(host, line)
    else host.stderr.write(`${line}\n`)
  }
  /** Begins a part. After a failure, it may take more sessions than planned, or fewer; it counts as planned. */
  const begin = ({ name, size }: { readonly name: string; readonly size: number }) => {
    let own = 0
    const advance = (to: number) => {
      done += to - own
      own = to
    }
    return {
      /** Call it once per `count` sessions. */
      step(count = 1) {
        doing = name
        advance(Math.min(own + count, size))
      },
      end: () => advance(size),
    }
  }
  if (isLive) show()
  const timer = setInterval(show, isLive ? redrawInterval : lineInterval).unref()
  const stop = () => {
    clearInterval(timer)
    eraseProgress(host)
  }
  return { begin, step: begin({ name: '', size: total }).step, stop }
}

const numberOf = (count: number) => Math.round(count).toLocaleString('en')
