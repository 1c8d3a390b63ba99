import { bench } from 'vitest'
import { initialPosition } from './board.ts'
import { rulesOf, type Variant } from './ordo.ts'
import { begin, perft } from './turns.ts'

/** Counts all sequences of `depth` turns from the initial setup on one thread, and prints the rate. */
function countLeaves(variant: Variant, depth: number, iterations: number) {
  const rules = rulesOf[variant]
  const start = begin(rules, initialPosition)
  let leaves = 0
  let milliseconds = 0
  bench(
    `${variant} perft ${depth}`,
    () => {
      const begun = performance.now()
      leaves += perft(rules, start, depth)
      milliseconds += performance.now() - begun
    },
    {
      iterations,
      time: 0,
      warmupIterations: 2,
      warmupTime: 0,
      setup: () => {
        leaves = milliseconds = 0
      },
      teardown: (_, mode) => {
        const perSecond = Math.round((leaves / milliseconds) * 1000)
        if (mode === 'run') console.log(`${variant} perft ${depth}: ${perSecond.toLocaleString('en')} leaves a second`)
      },
    },
  )
}

countLeaves('ordo', 3, 20)
countLeaves('ordo-x', 2, 3)
