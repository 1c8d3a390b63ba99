import { stripVTControlCharacters } from 'node:util'
import type { Host, Output } from '../base/host.ts'
import { printable } from './text.ts'

/** True for a terminal that knows escape sequences. */
const isTerminal = ({ isTTY }: Output, { TERM }: NodeJS.ProcessEnv): boolean => isTTY === true && TERM !== 'dumb'

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

// By the clock: these numbers only affect the display, in milliseconds.
const redrawInterval = 100
const lineInterval = 15_000
/** The rate is shown from then on. */
const rateDelay = 3000

/** A part of the work: an entry with its sessions. */
export interface Part {
  readonly name: string
  readonly size: number
}

/**
 * Shows on standard error how many sessions of a total were run: one line that changes on a terminal; elsewhere, a line now
 * and then.
 */
export function startProgress(host: Host, total: number) {
  const { stderr, env } = host
  const began = performance.now()
  const isLive = isTerminal(stderr, env)
  let [done, doing, drawnAt, isOver] = [0, '', Number.NEGATIVE_INFINITY, false]

  const line = () => {
    const elapsed = performance.now() - began
    const rate = elapsed < rateDelay || done === 0 ? '' : `${numberOf((done / elapsed) * 1000)}/s`
    return [`${numberOf(done)}/${numberOf(total)} sessions`, rate, printable(doing)].filter(Boolean).join(' · ')
  }
  const draw = () => {
    if (isOver || performance.now() - drawnAt < redrawInterval) return
    drawnAt = performance.now()
    drawProgress(host, line())
  }
  /** Begins a part. After a failure, it may take more sessions than planned, or fewer; it counts as planned. */
  const begin = ({ name, size }: Part) => {
    let own = 0
    const advance = (to: number) => {
      done += to - own
      own = to
      draw()
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
  const timer = setInterval(() => (isLive ? draw() : stderr.write(`${line()}\n`)), isLive ? 1000 : lineInterval).unref()
  const stop = () => {
    isOver = true
    clearInterval(timer)
    eraseProgress(host)
  }
  draw()
  return { begin, step: begin({ name: '', size: total }).step, stop }
}

const numberOf = (count: number) => Math.round(count).toLocaleString('en')
