import { setImmediate } from 'node:timers/promises'
import { listeningTick } from '../session/limits.ts'

/**
 * The time as it passes for us. A timer alone says nothing: we may have been stopped, or have had no processor, while what
 * we wait for was there already.
 */
export interface Clock {
  /** Waits until something happens, at most so many milliseconds. @returns whether it happened */
  wait(happens: Promise<unknown>, milliseconds: number): Promise<boolean>
  /** One turn of the event loop: what is there to be read is read. */
  turn(): Promise<void>
  /** In milliseconds. */
  now(): number
}

export const systemClock: Clock = {
  async wait(happens, milliseconds) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, milliseconds, false)
    })
    return Promise.race([happens.then(() => true), late]).finally(() => clearTimeout(timer))
  },
  // The first one may come without a look at what is there, if we are called while something is read.
  async turn() {
    await setImmediate()
    await setImmediate()
  },
  now: () => performance.now(),
}

/**
 * Listens until something happens. Only time counts in which we listened: after each tick, what is there is read first.
 * @param milliseconds how long at the most
 * @returns whether it happened
 */
export async function listenFor(
  happens: Promise<unknown>,
  milliseconds: number,
  clock: Clock = systemClock,
): Promise<boolean> {
  let hasHappened = false
  happens.then(() => {
    hasHappened = true
  })
  for (let listened = 0; listened < milliseconds && !hasHappened; listened += listeningTick) {
    if (await clock.wait(happens, Math.min(listeningTick, milliseconds - listened))) return true
    await clock.turn()
  }
  return hasHappened
}
