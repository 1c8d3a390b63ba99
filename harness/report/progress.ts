/** A line on standard error that counts sessions; nothing if standard error is not a terminal. */
export interface Progress {
  /** Call it after a session, or after several. */
  step(count?: number): void
  /** Erases the line. Call it before anything else is written to the terminal. */
  stop(): void
}

const millisecondsBetweenUpdates = 100

/** @param total how many sessions there will be */
export function startProgress(total: number): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { step() {}, stop() {} }
  let done = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  // The cursor stays visible, so nothing needs to be restored however the process ends.
  const draw = () => {
    if (performance.now() - drawnAt < millisecondsBetweenUpdates) return
    drawnAt = performance.now()
    stderr.write(`\r\x1b[K${done}/${total} sessions`)
  }
  draw()
  return {
    step(count = 1) {
      done += count
      draw()
    },
    stop: () => void stderr.write('\r\x1b[K'),
  }
}
