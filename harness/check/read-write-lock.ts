import { setTimeout as sleep } from 'node:timers/promises'

/** Runs tasks concurrently, and some exclusively: a lock with readers and writers. */
export class ReadWriteLock {
  readonly #patience: number
  readonly #running = new Set<Promise<unknown>>()
  /** Resolves once no task runs alone or waits to. */
  #free: Promise<unknown> = Promise.resolve()

  /** @param patience milliseconds that a task which is to run alone waits for the others: one may hang */
  constructor(patience: number) {
    this.#patience = patience
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    // While we wait, another task may have asked to run alone.
    let seen: unknown
    do {
      seen = this.#free
      await seen
    } while (seen !== this.#free)
    const result = task()
    this.#running.add(result)
    return result.finally(() => this.#running.delete(result))
  }

  /** Runs a task once the running ones have ended; later ones wait. */
  async runAlone<Result>(task: () => Promise<Result>): Promise<Result> {
    const others = () =>
      Promise.race([Promise.allSettled(this.#running), sleep(this.#patience, undefined, { ref: false })])
    const result = this.#free.then(others).then(task)
    this.#free = result.catch(() => {})
    return result
  }
}
