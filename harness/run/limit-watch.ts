import { memoryLimit, processLimit, watchInterval } from '../session/limits.ts'
import type { End } from '../session/session.ts'
import type { Activity } from './procfs.ts'

/** Watches the memory and number of processes of a stranger's program, with its children. */
export class LimitWatch {
  exceeded: End | undefined
  readonly #activity: () => Activity | undefined
  readonly #kill: () => void
  readonly #timer: NodeJS.Timeout
  /** The limit that was exceeded at the last check. */
  #suspected: End | undefined

  constructor(activity: () => Activity | undefined, kill: () => void) {
    this.#activity = activity
    this.#kill = kill
    this.#timer = setInterval(() => this.#look(), watchInterval).unref()
  }

  stop() {
    clearInterval(this.#timer)
  }

  /** A limit counts only if it is exceeded at two checks: while we read late, a program may hold its output in memory. */
  #look() {
    const activity = this.#activity()
    const before = this.#suspected
    this.#suspected = activity && exceededBy(activity)
    if (this.#suspected === undefined || this.#suspected.how !== before?.how) return
    this.exceeded = before
    this.stop()
    this.#kill()
  }
}

function exceededBy({ processes, bytes }: Activity): End | undefined {
  if (processes > processLimit) return { how: 'processes', count: processLimit }
  if (bytes > memoryLimit * 1024 * 1024) return { how: 'memory', mebibytes: memoryLimit }
  return undefined
}
