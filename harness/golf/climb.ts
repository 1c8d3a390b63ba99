import type { Edit } from '../run/engine/edit.ts'
import type { Random } from './random.ts'
import { readSource, type Source, type Step, taken } from './source.ts'
import { attempts, rewrites } from './table.ts'
import type { Trials } from './trials.ts'

/** The search: down as long as a step leads down, then along level ground, or up a little, to see whether it goes on. */
export interface Climber {
  /**
   * Takes steps that make a program smaller until there is none.
   * @returns what it came to, and whether every step from there was tried
   */
  descend(text: string): Promise<Reached>
  /**
   * Takes one step that does not make it smaller, and then those that do near by.
   * @returns undefined where no such step is left
   */
  wander(text: string): Promise<string | undefined>
}

export interface Reached {
  readonly text: string
  readonly complete: boolean
}

interface Options {
  readonly trials: Trials
  readonly random: Random
  /** Whether to stop where it is. */
  readonly isOver: () => boolean
  /** Told of every smaller program. */
  readonly onFind: (text: string, by: string) => void
}

interface Candidate {
  readonly text: string
  readonly step: Step
}

/** How many candidates are tried before one that passes is taken. */
const batch = 128
/** How much larger a step may make a program that goes on from there. */
const rise = 4
/** How near to its last change a program is looked at, in characters. */
const near = 30
/** Rows that may have something to do far from the last change. */
const farReaching = new Set(['list', 'statement', 'value for name', 'given where it is used', 'renamed'])
/** How often all sessions are asked, in milliseconds. */
const asking = 3000

export function openClimber({ trials, random, isOver, onFind }: Options): Climber {
  /** What became of texts, by their hashes: whether they passed the first sessions. */
  const known = new Map<number, boolean>()

  /** Which of these pass, of those that were never tried or passed before. */
  async function sift(candidates: readonly Candidate[]): Promise<Candidate[]> {
    const open = candidates.filter(({ text }) => known.get(hash(text)) !== false)
    const fresh = open.filter(({ text }) => !known.has(hash(text)))
    const passed = await trials.sift(fresh.map(({ text }) => text))
    for (const [index, { text }] of fresh.entries()) known.set(hash(text), passed[index] === true)
    return open.filter(({ text }) => known.get(hash(text)))
  }

  /** All of these at once, if that goes, or the one that saves most. */
  async function best(source: Source, passed: readonly Candidate[]): Promise<Candidate | undefined> {
    const sorted = [...passed].sort((a, b) => a.text.length - b.text.length)
    const several = [sorted, sorted.slice(0, sorted.length >> 1), sorted.slice(0, 3)].flatMap((some) => {
      const together = joined(some.map(({ step }) => step))
      const step = { edits: together.flatMap(({ edits }) => edits), by: `${together.length} steps at once` }
      return together.length < 2 ? [] : [{ step, text: taken(source, step) }]
    })
    const [whole] = several.length === 0 ? [] : await sift(several)
    return whole ?? sorted[0]
  }

  /** The first step down that is found. */
  async function down(text: string, isWanted: (step: Step) => boolean): Promise<Reached & { by: string }> {
    const source = readSource(text)
    if (source === undefined) return { text, complete: true, by: '' }
    const isSmaller = (size: number) => size < text.length
    for (const steps of attempts) {
      const candidates = candidatesOf(source, random.shuffled(steps(source).filter(isWanted)), isSmaller)
      for (let some = next(candidates, batch); some.length > 0; some = next(candidates, batch)) {
        if (isOver()) return { text, complete: false, by: '' }
        const passed = await sift(some)
        const found = passed.length === 0 ? undefined : await best(source, passed)
        if (found !== undefined) return { text: found.text, complete: false, by: found.step.by }
      }
    }
    return { text, complete: true, by: '' }
  }

  /** The texts that steps lead to and that have not been refused, as they are asked for. */
  function* candidatesOf(
    source: Source,
    steps: readonly Step[],
    fits: (size: number) => boolean,
  ): Generator<Candidate> {
    const texts = new Set([source.text])
    for (const step of steps) {
      if (!fits(source.text.length + growth(step))) continue
      const text = taken(source, step)
      if (texts.has(text) || !fits(text.length)) continue
      texts.add(text)
      if (known.get(hash(text)) !== false) yield { text, step }
    }
  }

  return {
    async descend(from) {
      let text = from
      let stood = from
      let since = performance.now()
      for (;;) {
        const next = await down(text, () => true)
        const settled = next.text === text
        text = next.text
        // What the first sessions let pass is nearly always right: all of them are asked only now and then.
        if (text !== stood && (settled || performance.now() - since > asking)) {
          since = performance.now()
          if (await trials.stands(text)) onFind(text, next.by)
          else {
            known.set(hash(text), false)
            text = stood
            continue
          }
          stood = text
        }
        if (settled) return { text, complete: next.complete }
      }
    },

    async wander(from) {
      const source = readSource(from)
      if (source === undefined) return undefined
      const up = random.below(3) === 0 ? rise : 0
      const fits = (size: number) => size >= from.length && size <= from.length + up
      const level = candidatesOf(source, random.shuffled(rewrites(source)), fits)
      let start: Candidate | undefined
      for (let some = next(level, 32); some.length > 0 && start === undefined && !isOver(); some = next(level, 32)) {
        start = random.of(await sift(some))
      }
      if (start === undefined) return undefined
      const changed = start.step.edits.map(({ start, text }) => ({
        from: start - near,
        to: start + text.length + near,
      }))
      const isNear = ({ edits, by }: Step) =>
        farReaching.has(by) ||
        edits.some((edit) => changed.some(({ from, to }) => edit.end >= from && edit.start <= to))
      let { text } = start
      for (;;) {
        const next = await down(text, isNear)
        if (next.text === text) return text
        text = next.text
      }
    },
  }
}

function next<T>(items: Iterator<T>, count: number): T[] {
  const some: T[] = []
  while (some.length < count) {
    const { value, done } = items.next()
    if (done) break
    some.push(value)
  }
  return some
}

const growth = ({ edits }: Step) => edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)

/** As many of these steps as do not get into each other's way. */
function joined(steps: readonly Step[]): Step[] {
  const chosen: Step[] = []
  const edits: Edit[] = []
  for (const step of steps) {
    const apart = step.edits.every((a) => edits.every((b) => a.end < b.start || a.start > b.end))
    if (!apart) continue
    chosen.push(step)
    edits.push(...step.edits)
  }
  return chosen
}

/** cyrb53: few enough collisions among millions of texts. */
function hash(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
