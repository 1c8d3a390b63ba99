import { createRequire } from 'node:module'

/** A progress bar on standard error, where that is a terminal; elsewhere nothing. */
export interface Progress {
  /** One session more was held, or so many. */
  step(count?: number): void
  stop(): void
}

/** @param total how many sessions there will be */
export function startProgress(total: number): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { step() {}, stop() {} }
  const { Presets, SingleBar } = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress')
  const format = '{bar} {value}/{total} sessions, {speed}/s, {eta_formatted} left'
  const bar = new SingleBar(
    { format, stream: stderr, hideCursor: true, clearOnComplete: true, barsize: 24 },
    Presets.rect,
  )
  const began = performance.now()
  let done = 0
  bar.start(total, 0, { speed: 0 })
  return {
    step(count = 1) {
      done += count
      bar.update(done, { speed: Math.round((done / (performance.now() - began)) * 1000) })
    },
    stop: () => bar.stop(),
  }
}
