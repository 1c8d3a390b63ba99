import type { Host } from '../base/host.ts'
import { drawProgress, eraseProgress, isTerminal } from './output.ts'
import { printable } from './text.ts'

// Progress on standard error: one line that changes on a terminal; elsewhere, a line now and then.

// By the clock: these numbers only affect the display.
const millisecondsBetweenUpdates = 100
const secondsBetweenLines = 15
/** The rate is that of these last seconds, and is shown once it is known for some. */
const secondsOfRate = 10
const secondsUntilRate = 3

export interface Part {
  readonly name: string
  readonly steps: readonly Step[]
}

interface Step {
  readonly name: string
  readonly size: number
  /** How long a session takes, compared with those of other steps (default: 1). */
  readonly effort?: number
}

const sizeOf = ({ steps }: Part) => sum(steps.map(({ size }) => size))

/** Names the current step of a part after this many sessions. */
function doingIn({ name, steps }: Part, done: number): string {
  const step = steps.find((_, index) => sizeOf({ name, steps: steps.slice(0, index + 1) }) > done)
  return [name, step?.name].filter(Boolean).join(', ')
}

/** The effort of the first sessions of a part. */
function effortOf({ steps }: Part, sessions: number): number {
  let rest = sessions
  return sum(
    steps.map(({ size, effort = 1 }) => {
      const done = Math.min(rest, size)
      rest -= done
      return done * effort
    }),
  )
}

const partOfSize = (size: number): Part => ({ name: '', steps: [{ name: '', size }] })

/** Processor time for an effort of 1, measured by `npm start`, including everything besides sessions. */
const secondsOfEffort = 0.0006

/** Estimates how long work takes, this many parts at a time: `3 min`. */
export const estimateOf = (parts: readonly Part[], concurrency: number): string =>
  durationOf((sum(parts.map((part) => effortOf(part, sizeOf(part)))) * secondsOfEffort) / concurrency)

/** Shows how many sessions of a total, or of these parts, were run, until it is stopped. */
export const startProgress = (host: Host, total: number | readonly Part[]) =>
  new Progress(host, typeof total === 'number' ? [partOfSize(total)] : total)
export type StartProgress = (total: number) => Pick<Progress, 'begin' | 'stop'>

interface Work {
  readonly sessions: number
  readonly effort: number
}

class Progress {
  /** For work without parts: call it after each session, or after `count` of them. */
  readonly step: (count?: number) => void
  readonly #host: Host
  readonly #total: Work
  #done: Work = { sessions: 0, effort: 0 }
  #doing = ''
  #isOver = false
  #drawnAt = Number.NEGATIVE_INFINITY
  /** The work done one second ago, two seconds ago, and so on. */
  #seconds = [this.#done]
  #ticks = 0
  readonly #timer = setInterval(() => this.#everySecond(), 1000).unref()

  constructor(host: Host, parts: readonly Part[]) {
    this.#host = host
    const efforts = parts.map((part) => effortOf(part, sizeOf(part)))
    this.#total = { sessions: sum(parts.map(sizeOf)), effort: sum(efforts) }
    this.#draw()
    this.step = this.begin(partOfSize(this.#total.sessions)).step
  }

  /**
   * Begins a part of the work. After a failure, it may take more sessions than planned, or fewer; it counts as planned.
   * @returns `step`, to call after each session, and `end`
   */
  begin(part: Part) {
    const size = sizeOf(part)
    let done = 0
    const advance = (to: number) => {
      const { sessions, effort } = this.#done
      this.#done = { sessions: sessions + to - done, effort: effort + effortOf(part, to) - effortOf(part, done) }
      done = to
      this.#draw()
    }
    return {
      step: (count = 1) => {
        this.#doing = doingIn(part, done)
        advance(Math.min(done + count, size))
      },
      end: () => advance(size),
    }
  }

  readonly stop = () => {
    this.#isOver = true
    clearInterval(this.#timer)
    eraseProgress(this.#host)
  }

  #everySecond() {
    this.#seconds = [this.#done, ...this.#seconds].slice(0, secondsOfRate + 1)
    this.#draw()
    const { stderr, env } = this.#host
    if (!isTerminal(stderr, env) && ++this.#ticks % secondsBetweenLines === 0) stderr.write(`${this.#line()}\n`)
  }

  #draw() {
    const isSoon = performance.now() - this.#drawnAt < millisecondsBetweenUpdates
    if (this.#isOver || isSoon) return
    this.#drawnAt = performance.now()
    drawProgress(this.#host, this.#line())
  }

  #line(): string {
    const before = this.#seconds.at(-1) ?? this.#done
    const seconds = this.#seconds.length - 1
    const rate = (this.#done.sessions - before.sessions) / seconds
    const left = ((this.#total.effort - this.#done.effort) / (this.#done.effort - before.effort)) * seconds
    const isKnown = seconds >= secondsUntilRate && rate > 0
    const pace = isKnown ? [`${numberOf(rate)}/s`, `about ${durationOf(left)} left`] : []
    const count = `${numberOf(this.#done.sessions)}/${numberOf(this.#total.sessions)} sessions`
    return [count, ...pace, printable(this.#doing)].filter(Boolean).join(' · ')
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

const numberOf = (count: number) => Math.round(count).toLocaleString('en')

const durationOf = (seconds: number) => (seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)
