import { setMaxListeners } from 'node:events'
import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { stopPatience } from '../session/limits.ts'

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does some work until it is done or a signal stops it (Ctrl-C), so that what was found by then can be reported. A second
 * signal ends the process.
 * @param work ends what it has started when its own signal is aborted; it is not waited for
 * @returns undefined if the work was done; otherwise a function that ends the process as the signal would have
 */
export async function untilStopped(work: (stop: AbortSignal) => Promise<unknown>) {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  let end: (() => void) | undefined
  let resolveStopped = () => {}
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve
  })
  function onSignal(name: NodeJS.Signals) {
    // As long as we listen, nobody else ends the process.
    const kill = () => {
      forget()
      process.kill(process.pid, name)
      // A listener that removes temporary folders needs another turn of the event loop, and then kills us.
      setTimeout(() => process.exit(128 + constants.signals[name]), stopPatience)
    }
    if (stop.signal.aborted) return kill()
    end = () => void process.stdout.write('', kill)
    stop.abort()
    resolveStopped()
  }
  const forget = () => {
    for (const name of signals) process.removeListener(name, onSignal)
  }
  for (const name of signals) process.on(name, onSignal)
  // A child that gets the same signal may end first.
  const done = work(stop.signal).catch((error) => setImmediate().then(() => Promise.reject(error)))
  await Promise.race([done, stopped]).finally(() => stop.signal.aborted || forget())
  return end
}
