/** Ctrl-C keeps the best so far: the first one ends the search, the second one the proof of what it has found. */
export interface Interrupts {
  readonly stop: AbortSignal
  readonly hurry: AbortSignal
  /** From now on there is something to keep: whoever would end us at once is not told. */
  watch(): void
  /** All is as it was before. */
  unwatch(): void
}

const signals = ['SIGINT', 'SIGTERM'] as const

export function interrupts(): Interrupts {
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const hear = () => (stop.signal.aborted ? hurry : stop).abort()
  let others: readonly (readonly [NodeJS.Signals, NodeJS.SignalsListener[]])[] = []
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    watch() {
      if (others.length > 0) return
      others = signals.map((signal) => [signal, process.rawListeners(signal) as NodeJS.SignalsListener[]])
      for (const signal of signals) process.removeAllListeners(signal).on(signal, hear)
    },
    unwatch() {
      for (const [signal, listeners] of others) {
        process.removeListener(signal, hear)
        for (const listener of listeners) process.on(signal, listener)
      }
      others = []
    },
  }
}
