import { afterAll, bench, describe } from 'vitest'

/**
 * Benches ways to run the same sessions, in turns, so that a machine that slows down does so for all of them. At the end
 * it prints for each its median over all rounds, in sessions a second, and how much longer it takes than the first.
 * @param count how many sessions each way runs in a call
 * @param iterations how many calls a round has
 */
export function inTurns(title: string, count: number, ways: Readonly<Record<string, () => unknown>>, iterations = 1) {
  const [first = ''] = Object.keys(ways)
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  const median = (name: string) => {
    const sorted = times.get(name)?.sort((a, b) => a - b) ?? []
    return sorted[sorted.length >> 1] ?? Number.NaN
  }

  describe.each([1, 2, 3])(`${title}, round %i`, () => {
    for (const [name, way] of Object.entries(ways)) {
      bench(
        name,
        async () => {
          const began = performance.now()
          await way()
          times.get(name)?.push(performance.now() - began)
        },
        { iterations, time: 0, warmupIterations: 0, warmupTime: 0, throws: true },
      )
    }
  })

  afterAll(() => {
    const lines = Object.keys(ways).map((name) => {
      const speed = (count / (median(name) / 1000)).toLocaleString('en-US', { maximumSignificantDigits: 3 })
      const ratio = name === first ? '' : `, ${(median(name) / median(first)).toFixed(2)} times as long as ${first}`
      return `  ${name}: ${speed} sessions a second${ratio}\n`
    })
    process.stdout.write(`${title}, medians\n${lines.join('')}`)
  })
}
