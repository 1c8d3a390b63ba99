const { stderr } = process
const millisecondsBetweenUpdates = 100
let isShown = false

/** A line on standard error that counts sessions; nothing if standard error is not a terminal. */
export interface Progress {
  /** Call it after a session, or after several. */
  step(count?: number): void
  stop(): void
}

/** @param total how many sessions there will be */
export function startProgress(total: number): Progress {
  let done = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  // The cursor stays visible, so nothing needs to be restored however the process ends.
  const draw = () => {
    const now = performance.now()
    if (!stderr.isTTY || now - drawnAt < millisecondsBetweenUpdates) return
    drawnAt = now
    isShown = true
    stderr.write(`\r\x1b[K${done}/${total} sessions`)
  }
  draw()
  return {
    step(count = 1) {
      done += count
      draw()
    },
    stop: eraseProgress,
  }
}

/** Erases the progress line, if there is one. Call it before anything else is written to the terminal. */
export function eraseProgress() {
  if (isShown) stderr.write('\r\x1b[K')
  isShown = false
}
