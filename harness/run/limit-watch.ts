import { memoryLimit, processLimit, watchInterval } from '../session/limits.ts'
import type { End } from '../session/session.ts'
import type { Usage } from './procfs.ts'

/**
 * Watches the memory and number of processes of a stranger's program, with its children. A limit counts only if it is
 * exceeded at two checks in a row: if we read late, the program's unread output may take memory.
 * @param onExceeded called once, with the limit; then the watch is over
 * @returns a function that ends the watch
 */
export function watchLimits(usage: () => Usage, onExceeded: (limit: End) => void): () => void {
  let suspected: End | undefined
  const timer = setInterval(() => {
    const before = suspected
    suspected = exceededBy(usage())
    if (suspected === undefined || suspected.how !== before?.how) return
    clearInterval(timer)
    onExceeded(suspected)
  }, watchInterval).unref()
  return () => clearInterval(timer)
}

function exceededBy({ processes, bytes }: Usage): End | undefined {
  if (processes > processLimit) return { how: 'processes', count: processLimit }
  if (bytes > memoryLimit * 1024 * 1024) return { how: 'memory', mebibytes: memoryLimit }
  return undefined
}
