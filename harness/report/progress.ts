/** A line on standard error, where that is a terminal, that counts sessions; elsewhere nothing. */
export interface Progress {
  /** One session more was run, or so many. */
  step(count?: number): void
  /** So many sessions will not be run after all. */
  drop(count: number): void
  stop(): void
}

const { stderr } = process
/** Milliseconds between two updates. */
const interval = 100
let shown = false

/** @param total how many sessions there will be */
export function startProgress(total: number): Progress {
  if (!stderr.isTTY) return { step() {}, drop() {}, stop() {} }
  const began = performance.now()
  let done = 0
  let drawn = Number.NEGATIVE_INFINITY
  // The cursor stays visible, so that it need not be brought back however the process ends.
  const draw = () => {
    const now = performance.now()
    if (now - drawn < interval) return
    drawn = now
    shown = true
    stderr.write(`\r\x1b[K${textOf(done, total, (now - began) / 1000).slice(0, (stderr.columns || 80) - 1)}`)
  }
  draw()
  return {
    step(count = 1) {
      done += count
      draw()
    },
    drop(count) {
      total -= count
    },
    stop: eraseProgress,
  }
}

/** Takes the line away, if there is one: before something else is written to the terminal. */
export function eraseProgress() {
  if (shown) stderr.write('\r\x1b[K')
  shown = false
}

function textOf(done: number, total: number, seconds: number): string {
  const count = `${done}/${total} sessions`
  if (done === 0) return count
  // The first sessions tell little about the others.
  const left = seconds < 1 || done * 50 < total ? '' : `, ${timeOf(((total - done) * seconds) / done)} left`
  return `${count}, ${Math.round(done / seconds)}/s${left}`
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
