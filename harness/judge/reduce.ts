import type { Lines } from '../session/bytes.ts'

/** How many sessions are held at the most to make one shorter. */
const budget = 300

/**
 * Makes a session that fails as short as it gets: until no line can be dropped, and no run of lines either.
 * @param fails whether other lines fail, too
 */
export async function reduce(lines: Lines, fails: (lines: Lines) => Promise<boolean>): Promise<Lines> {
  let shortest = lines
  let left = budget
  const passed = new Set<string>()
  for (let run = Math.ceil(lines.length / 2); run >= 1; ) {
    const before = shortest
    for (let at = shortest.length - run; at >= 0 && left > 0; at--) {
      const without = [...shortest.slice(0, at), ...shortest.slice(at + run)]
      const key = without.join('\n')
      if (passed.has(key)) continue
      left--
      if (await fails(without)) {
        shortest = without
        at = Math.min(at, shortest.length - run + 1)
      } else passed.add(key)
    }
    // What could not be dropped before may be droppable now.
    if (run > 1) run = Math.floor(run / 2)
    else if (shortest.length === before.length || left === 0) break
  }
  return shortest
}
