import { once, setMaxListeners } from 'node:events'
import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { statusOfSignal } from '../base/host.ts'

/**
 * Runs work until it is done or stopped (Ctrl-C), so that its findings can be reported.
 * @param work must end its programs when the signal is aborted; it is not waited for then
 * @returns undefined if the work was done, else the exit status of a command that this signal stopped
 */
export async function untilStopped(
  stop: AbortSignal,
  work: (stop: AbortSignal) => Promise<unknown>,
): Promise<number | undefined> {
  if (!stop.aborted) {
    setMaxListeners(0, stop)
    const stopped = once(stop, 'abort')
    // A child that gets the same signal may end first: its error must not come before the signal has aborted `stop`.
    const done = work(stop).catch((error) => setImmediate().then(() => Promise.reject(error)))
    await Promise.race([done, stopped])
  }
  if (!stop.aborted) return undefined
  return statusOfSignal(stop.reason in constants.signals ? stop.reason : 'SIGINT')
}

/** Runs work, or abandons it when it is stopped. Returns the exit status of either. */
export async function statusUnlessStopped(stop: AbortSignal, work: () => Promise<number>): Promise<number> {
  let status = 0
  const stopStatus = await untilStopped(stop, async () => {
    status = await work()
  })
  return stopStatus ?? status
}
