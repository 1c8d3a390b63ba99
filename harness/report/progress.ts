import { createRequire } from 'node:module'

/** A progress bar on standard error, where that is a terminal; elsewhere nothing. */
export interface Progress {
  /** One session more was held, or so many. */
  step(count?: number): void
  /** So many sessions will not be held after all. */
  drop(count: number): void
  stop(): void
}

/** @param total how many sessions there will be */
export function startProgress(total: number): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { step() {}, drop() {}, stop() {} }
  const { Presets, SingleBar } = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress')
  const format = '{bar} {value}/{total} sessions, {speed}/s{left}'
  const bar = new SingleBar(
    { format, stream: stderr, hideCursor: true, clearOnComplete: true, barsize: 24 },
    Presets.rect,
  )
  const began = performance.now()
  let done = 0
  bar.start(total, 0, { speed: 0, left: '' })
  return {
    step(count = 1) {
      done += count
      const seconds = (performance.now() - began) / 1000
      // The first sessions say little of the others.
      const all = bar.getTotal()
      const left = seconds < 1 || done * 50 < all ? '' : `, ${timeOf(((all - done) * seconds) / done)} left`
      bar.update(done, { speed: Math.round(done / seconds), left })
    },
    drop(count) {
      bar.setTotal(bar.getTotal() - count)
    },
    stop: () => bar.stop(),
  }
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
