import { setMaxListeners } from 'node:events'
import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'

/**
 * Does some work until it is done or stopped (Ctrl-C), so that what was found by then can be reported.
 * @param work ends what it has started when the signal is aborted; it is not waited for then
 * @returns true if it was stopped
 */
export async function untilStopped(stop: AbortSignal, work: (stop: AbortSignal) => Promise<unknown>): Promise<boolean> {
  if (stop.aborted) return true
  setMaxListeners(0, stop)
  let onAbort = () => {}
  const stopped = new Promise<void>((resolve) => {
    onAbort = resolve
  })
  stop.addEventListener('abort', onAbort)
  // A child that gets the same signal may end first.
  const done = work(stop).catch((error) => setImmediate().then(() => Promise.reject(error)))
  await Promise.race([done, stopped]).finally(() => stop.removeEventListener('abort', onAbort))
  return stop.aborted
}

/**
 * Does some work, or leaves it when it is stopped.
 * @returns the exit status: that of the work, or that of the signal
 */
export async function statusUnlessStopped(stop: AbortSignal, work: () => Promise<number>): Promise<number> {
  let status = 0
  const isStopped = await untilStopped(stop, async () => {
    status = await work()
  })
  return isStopped ? statusOf(stop) : status
}

/** The exit status of a command that a signal stopped. */
export function statusOf({ reason }: AbortSignal): number {
  const { [reason as NodeJS.Signals]: number = constants.signals.SIGINT } = constants.signals
  return 128 + number
}
