import type { Edit } from '../engine/edit.ts'
import { deletions } from './deletions.ts'
import type { Random } from './random.ts'
import { readSource, type Source, type Step, sizeOf, taken } from './source.ts'
import { rewrites } from './table.ts'
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

  async function stands(text: string) {
    const stood = await trials.stands(text)
    if (!stood) known.set(hash(text), false)
    return stood
  }

  /** The best of these that stands: all of them at once, if that goes, or the one that saves most. */
  async function best(source: Source, passed: readonly Candidate[]): Promise<Candidate | undefined> {
    const sorted = [...passed].sort((a, b) => sizeOf(a.text) - sizeOf(b.text))
    for (const some of [sorted, sorted.slice(0, sorted.length >> 1), sorted.slice(0, 3)]) {
      const together = joined(some.map(({ step }) => step))
      if (together.length < 2) continue
      const step = { edits: together.flatMap(({ edits }) => edits), by: `${together.length} steps at once` }
      const candidate = { step, text: taken(source, step) }
      if ((await sift([candidate])).length > 0 && (await stands(candidate.text))) return candidate
    }
    for (const candidate of sorted) if (await stands(candidate.text)) return candidate
    return undefined
  }

  async function down(text: string, isWanted: (step: Step) => boolean): Promise<Reached & { by: string }> {
    const source = readSource(text)
    if (source === undefined) return { text, complete: true, by: '' }
    const candidates = candidatesOf(source, (size) => size < sizeOf(text), isWanted)
    for (let at = 0; at < candidates.length; at += batch) {
      if (isOver()) return { text, complete: false, by: '' }
      const passed = await sift(candidates.slice(at, at + batch))
      const found = passed.length === 0 ? undefined : await best(source, passed)
      if (found !== undefined) return { text: found.text, complete: false, by: found.step.by }
    }
    return { text, complete: true, by: '' }
  }

  function candidatesOf(
    source: Source,
    fits: (size: number) => boolean,
    isWanted: (step: Step) => boolean,
    steps: readonly Step[] = random.shuffled([...rewrites(source), ...deletions(source)]),
  ): Candidate[] {
    const texts = new Set([source.text])
    const quick: Candidate[] = []
    const slow: Candidate[] = []
    for (const step of steps) {
      if (!isWanted(step)) continue
      const text = taken(source, step)
      if (texts.has(text) || !fits(sizeOf(text))) continue
      texts.add(text)
      if (known.get(hash(text)) === false) continue
      const isSlow = step.by === 'another expression' || step.by === 'part'
      ;(isSlow ? slow : quick).push({ text, step })
    }
    return [...quick, ...slow]
  }

  return {
    async descend(from) {
      let text = from
      for (;;) {
        const next = await down(text, () => true)
        if (next.text === text) return { text, complete: next.complete }
        text = next.text
        onFind(text, next.by)
      }
    },

    async wander(from) {
      const source = readSource(from)
      if (source === undefined) return undefined
      const steps = random.shuffled(rewrites(source)).slice(0, 4000)
      const size = sizeOf(from)
      const up = random.below(3) === 0 ? rise : 0
      const level = candidatesOf(
        source,
        (to) => to >= size && to <= size + up,
        () => true,
        steps,
      )
      let start: Candidate | undefined
      for (let at = 0; at < level.length && start === undefined && !isOver(); at += 32) {
        start = random.of(await sift(level.slice(at, at + 32)))
      }
      if (start === undefined) return undefined
      const changed = start.step.edits.map(({ start, text }) => ({
        from: start - near,
        to: start + text.length + near,
      }))
      const farther = new Set(['list', 'statement', 'value for name', 'given where it is used', 'renamed'])
      const isNear = ({ edits, by }: Step) =>
        farther.has(by) || edits.some((edit) => changed.some(({ from, to }) => edit.end >= from && edit.start <= to))
      let { text } = start
      for (;;) {
        const next = await down(text, isNear)
        if (next.text === text) return text
        text = next.text
      }
    },
  }
}

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
