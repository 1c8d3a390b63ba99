/** Ctrl-C keeps the best so far: the first one ends the search, the second one the judging of what it has found. */
export interface Interrupts {
  readonly stop: AbortSignal
  readonly hurry: AbortSignal
  /** From now on signals come here and to nobody else. */
  watch(): void
  /** Gives the signals back to those who had them before. */
  unwatch(): void
}

const signals = ['SIGINT', 'SIGTERM'] as const

export function interrupts(): Interrupts {
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const onSignal = () => (stop.signal.aborted ? hurry : stop).abort()
  let others: readonly (readonly [NodeJS.Signals, NodeJS.SignalsListener[]])[] = []
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    watch() {
      if (others.length > 0) return
      others = signals.map((signal) => [signal, process.rawListeners(signal) as NodeJS.SignalsListener[]])
      for (const signal of signals) process.removeAllListeners(signal).on(signal, onSignal)
    },
    unwatch() {
      for (const [signal, listeners] of others) {
        process.removeListener(signal, onSignal)
        for (const listener of listeners) process.on(signal, listener)
      }
      others = []
    },
  }
}
