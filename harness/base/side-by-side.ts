import { setTimeout as sleep } from 'node:timers/promises'

/** Tasks that run side by side, and now and then one that runs alone, so that no other can disturb it. */
export class SideBySide {
  readonly #patience: number
  readonly #running = new Set<Promise<unknown>>()
  /** Is fulfilled when nothing runs alone, and nothing waits to. */
  #free: Promise<unknown> = Promise.resolve()

  /** @param patience the time to wait for those that run, in milliseconds: one that hangs is not waited for */
  constructor(patience: number) {
    this.#patience = patience
  }

  /** Runs a task when nothing runs alone. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    for (let seen: unknown; seen !== this.#free; await seen) seen = this.#free
    const result = task()
    this.#running.add(result)
    return result.finally(() => this.#running.delete(result))
  }

  /** Runs a task when those that run have ended; what comes later waits. */
  async runAlone<Result>(task: () => Promise<Result>): Promise<Result> {
    const others = () =>
      Promise.race([Promise.allSettled(this.#running), sleep(this.#patience, undefined, { ref: false })])
    const result = this.#free.then(others).then(task)
    this.#free = result.catch(() => {})
    return result
  }
}
