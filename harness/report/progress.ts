const millisecondsBetweenUpdates = 100

/**
 * Counts sessions in a line on standard error. It does nothing if standard error is not a terminal.
 * @param total how many sessions there will be
 * @returns `step`, to be called after one or several sessions, and `stop`, which erases the line
 */
export function startProgress(total: number) {
  const { stderr } = process
  let done = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  // The cursor stays visible, so nothing needs to be restored however the process ends.
  const draw = () => {
    if (!stderr.isTTY || performance.now() - drawnAt < millisecondsBetweenUpdates) return
    drawnAt = performance.now()
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

export function eraseProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}
