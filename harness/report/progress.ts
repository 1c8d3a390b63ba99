import type { Host } from '../base/host.ts'
import { drawProgress, eraseProgress, isTerminal } from './output.ts'
import { printable } from './text.ts'

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
