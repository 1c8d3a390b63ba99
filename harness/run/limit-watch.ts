import { memoryLimit, processLimit, watchInterval } from '../session/limits.ts'
import type { End } from '../session/session.ts'
import type { Activity } from './procfs.ts'

/** Watches the memory and the processes of a stranger's program and its children. */
export class LimitWatch {
  /** The limit that they have exceeded. */
  exceeded: End | undefined
  readonly #activity: () => Activity | undefined
  readonly #kill: () => void
  readonly #timer: NodeJS.Timeout
  /** The limit that they exceeded when we last looked. */
  #suspected: End | undefined

  /** @param kill is called when they have exceeded a limit */
  constructor(activity: () => Activity | undefined, kill: () => void) {
    this.#activity = activity
    this.#kill = kill
    this.#timer = setInterval(() => this.#look(), watchInterval).unref()
  }

  stop() {
    clearInterval(this.#timer)
  }

  /** A program may keep in memory what it writes while we are late: a limit counts if it is exceeded at two looks. */
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

/** The limit that a program and its children exceed; undefined if they exceed none. */
function exceededBy({ processes, bytes }: Activity): End | undefined {
  if (processes > processLimit) return { how: 'processes', count: processLimit }
  if (bytes > memoryLimit * 1024 * 1024) return { how: 'memory', mebibytes: memoryLimit }
  return undefined
}
