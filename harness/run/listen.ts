import { setImmediate } from 'node:timers/promises'
import { listeningTick } from '../session/limits.ts'

/**
 * A clock for waiting. A timer alone is not enough: we may have been stopped, or had no processor, while what we wait
 * for was there already.
 */
export interface Clock {
  /**
   * Waits until it is woken, at most this many milliseconds.
   * @param listen is given the function that wakes it
   * @returns whether it was woken
   */
  wait(listen: (wake: () => void) => void, milliseconds: number): Promise<boolean>
  /** One turn of the event loop, which reads what is there. */
  turn(): Promise<void>
  now(): number
}

export const systemClock: Clock = {
  wait(listen, milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false)
      listen(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  },
  // During a read event, the first turn may pass without reading what is there.
  async turn() {
    await setImmediate()
    await setImmediate()
  },
  now: () => performance.now(),
}

/**
 * Waits for a promise in listened time: after each tick, reads what is there before the time counts.
 * @param milliseconds the longest wait
 * @returns whether the promise has resolved
 */
export async function listenFor(
  happens: Promise<unknown>,
  milliseconds: number,
  clock: Clock = systemClock,
): Promise<boolean> {
  let hasHappened = false
  let wake = () => {}
  happens.then(() => {
    hasHappened = true
    wake()
  })
  const listen = (whenWoken: () => void) => {
    wake = whenWoken
  }
  for (let listened = 0; listened < milliseconds && !hasHappened; listened += listeningTick) {
    if (await clock.wait(listen, Math.min(listeningTick, milliseconds - listened))) return true
    await clock.turn()
  }
  return hasHappened
}
