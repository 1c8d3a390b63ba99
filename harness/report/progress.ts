import { isTerminal, printable } from './text.ts'

/** Progress on standard error: a line that changes on a terminal, elsewhere a line now and then. */

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

/**
 * Begins to show how many sessions were run.
 * @param total how many there will be
 * @returns `begin`, for each part of the work when it begins; `step`, where it has no parts; `stop`, which erases the line
 */
export function startProgress(total: number) {
  const { stderr } = process
  let done = 0
  let doing = ''
  let isOver = false
  let drawnAt = Number.NEGATIVE_INFINITY
  /** The sessions that were done a second ago, two seconds ago, and so on. */
  let seconds = [0]

  function line(): string {
    const rate = (done - (seconds.at(-1) ?? 0)) / (seconds.length - 1)
    const isKnown = seconds.length > secondsUntilRate && rate > 0
    const left = isKnown ? [`${numberOf(rate)}/s`, `about ${durationOf((total - done) / rate)} left`] : []
    return [`${numberOf(done)}/${numberOf(total)} sessions`, ...left, printable(doing)].filter(Boolean).join(' · ')
  }

  function draw() {
    if (isOver || !isTerminal(stderr) || performance.now() - drawnAt < millisecondsBetweenUpdates) return
    drawnAt = performance.now()
    // The cursor stays visible, so nothing needs to be restored however the process ends.
    stderr.write(`\r\x1b[K${line().slice(0, (stderr.columns || 80) - 1)}`)
  }

  let tick = 0
  const everySecond = () => {
    seconds = [done, ...seconds].slice(0, secondsOfRate + 1)
    draw()
    if (!isTerminal(stderr) && ++tick % secondsBetweenLines === 0) stderr.write(`${line()}\n`)
  }
  const timer = setInterval(everySecond, 1000).unref()
  draw()

  /**
   * @returns `step`, to be called after one or several sessions, and `end`. A part can take more sessions than were planned,
   *   where one has failed, or fewer: it counts as what was planned
   */
  function begin(part: Part) {
    const size = sizeOf(part)
    let doneHere = 0
    const advance = (to: number) => {
      done += to - doneHere
      doneHere = to
      draw()
    }
    return {
      step(count = 1) {
        doing = doingIn(part, doneHere)
        advance(Math.min(doneHere + count, size))
      },
      end: () => advance(size),
    }
  }

  return {
    begin,
    step: begin({ name: '', steps: [{ name: '', size: total }] }).step,
    stop() {
      isOver = true
      clearInterval(timer)
      eraseProgress()
    },
  }
}

const numberOf = (count: number) => Math.round(count).toLocaleString('en')

const durationOf = (seconds: number) => (seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

export function eraseProgress() {
  if (isTerminal(process.stderr)) process.stderr.write('\r\x1b[K')
}

/** Writes to standard output, not behind the progress line. */
export function print(text: string) {
  if (text === '') return
  eraseProgress()
  process.stdout.write(text)
}
