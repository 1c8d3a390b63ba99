import { isTerminal, printable } from './text.ts'

/** Progress on standard error: a line that changes on a terminal, elsewhere a line now and then. */

/** All these decide about the display alone, by the clock. */
const millisecondsBetweenUpdates = 100
const secondsBetweenLines = 15
/** The rate is that of the last seconds, and is not told before it is known for some. */
const secondsOfRate = 10
const secondsUntilRate = 3

/** Work of a known size, in sessions, and what is done in it one after the other. */
export interface Part {
  readonly name: string
  readonly steps: readonly { readonly name: string; readonly size: number }[]
}

export const sizeOf = (...parts: readonly Part[]) =>
  parts.flatMap(({ steps }) => steps).reduce((sum, { size }) => sum + size, 0)

/** Names the step of a part that is under way after so many sessions. */
function doingIn({ name, steps }: Part, done: number): string {
  const step = steps.find((_, index) => sizeOf({ name, steps: steps.slice(0, index + 1) }) > done)
  return [name, step?.name].filter(Boolean).join(', ')
}

/** Shows how many sessions of so many were run, until it is stopped. */
export const startProgress = (total: number) => new Progress(total)
export type StartProgress = (total: number) => Pick<Progress, 'begin' | 'stop'>

class Progress {
  /** Is called after one or several sessions, where the work has no parts. */
  readonly step: (count?: number) => void
  readonly #total: number
  #done = 0
  /** The part and the step that were worked on last. */
  #doing = ''
  #isOver = false
  #drawnAt = Number.NEGATIVE_INFINITY
  /** The sessions that were done a second ago, two seconds ago, and so on. */
  #seconds = [0]
  #ticks = 0
  readonly #timer = setInterval(() => this.#everySecond(), 1000).unref()

  constructor(total: number) {
    this.#total = total
    this.#draw()
    this.step = this.begin({ name: '', steps: [{ name: '', size: total }] }).step
  }

  /**
   * Begins a part of the work. It can take more sessions than were planned, if one has failed, or fewer: it counts as what was
   * planned.
   * @returns `step`, to be called after one or several sessions, and `end`
   */
  begin(part: Part) {
    const size = sizeOf(part)
    let done = 0
    const advance = (to: number) => {
      this.#done += to - done
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

  /** Erases the line. */
  readonly stop = () => {
    this.#isOver = true
    clearInterval(this.#timer)
    eraseProgress()
  }

  #everySecond() {
    this.#seconds = [this.#done, ...this.#seconds].slice(0, secondsOfRate + 1)
    this.#draw()
    if (!isTerminal(process.stderr) && ++this.#ticks % secondsBetweenLines === 0)
      process.stderr.write(`${this.#line()}\n`)
  }

  #draw() {
    const isSoon = performance.now() - this.#drawnAt < millisecondsBetweenUpdates
    if (this.#isOver || isSoon) return
    this.#drawnAt = performance.now()
    drawProgress(this.#line())
  }

  #line(): string {
    const rate = (this.#done - (this.#seconds.at(-1) ?? 0)) / (this.#seconds.length - 1)
    const isKnown = this.#seconds.length > secondsUntilRate && rate > 0
    const left = isKnown ? [`${numberOf(rate)}/s`, `about ${durationOf((this.#total - this.#done) / rate)} left`] : []
    const count = `${numberOf(this.#done)}/${numberOf(this.#total)} sessions`
    return [count, ...left, printable(this.#doing)].filter(Boolean).join(' · ')
  }
}

const numberOf = (count: number) => Math.round(count).toLocaleString('en')

const durationOf = (seconds: number) => (seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

/** Shows a line on a terminal, in place of the one before. */
export function drawProgress(line: string) {
  const { stderr } = process
  // The cursor stays visible, so nothing needs to be restored however the process ends.
  if (isTerminal(stderr)) stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || 80) - 1)}`)
}

export function eraseProgress() {
  if (isTerminal(process.stderr)) process.stderr.write('\r\x1b[K')
}

/** Writes to standard output, not behind the progress line. */
export function print(text: string) {
  if (text === '') return
  eraseProgress()
  process.stdout.write(text)
}
