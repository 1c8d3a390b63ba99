import { once, setMaxListeners } from 'node:events'
import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { statusOfSignal } from '../base/host.ts'

/**
 * Runs work until it is done or stopped (Ctrl-C), so that its findings can be reported.
 * @param work must end its programs when the signal is aborted; it is not waited for then
 * @returns true if it was stopped
 */
export async function untilStopped(stop: AbortSignal, work: (stop: AbortSignal) => Promise<unknown>): Promise<boolean> {
  if (stop.aborted) return true
  setMaxListeners(0, stop)
  const stopped = once(stop, 'abort')
  // A child that gets the same signal may end first: its error must not come before the signal has aborted `stop`.
  const done = work(stop).catch((error) => setImmediate().then(() => Promise.reject(error)))
  await Promise.race([done, stopped])
  return stop.aborted
}

/**
 * Runs work, or abandons it when it is stopped.
 * @returns the exit status of the work, or of the signal
 */
export async function statusUnlessStopped(stop: AbortSignal, work: () => Promise<number>): Promise<number> {
  let status = 0
  const isStopped = await untilStopped(stop, async () => {
    status = await work()
  })
  return isStopped ? statusOf(stop) : status
}

/** The exit status of a command that a signal stopped. */
export const statusOf = ({ reason }: AbortSignal): number =>
  statusOfSignal(reason in constants.signals ? reason : 'SIGINT')
