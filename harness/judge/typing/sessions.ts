import fc from 'fast-check'
import type { Game } from '../../../reference/game.ts'
import { inTurns, mapInSteps } from '../../base/steps.ts'
import { type Answers, type Bytes, withoutEnd } from '../../session/bytes.ts'
import { type Choices, choicesOfGame } from './choices.ts'
import type { Corpus } from './corpus.ts'
import { anyLine, lineDraw, type TypedLines, typeLines } from './line.ts'

/** A new session; an earlier one with more lines; or one with other lines somewhere. */
const ways = ['anew', 'anew', 'on', 'on', 'on', 'changed'] as const

/** Draws functions that make a session of the replies so far. Sessions with new replies are continued or changed more often. */
export function anySession(
  choices: Choices,
  { lines, nonUtf8 = false }: { lines: number; nonUtf8?: boolean | undefined },
) {
  const enough = Math.min(mostTries, choices.likely.length)
  const parts = fc.record({
    draws: fc.array(anyLine(nonUtf8), { maxLength: lines, size: 'max' }),
    way: fc.constantFrom(...ways),
    from: fc.constantFrom('least tried', 'least tried', 'kinds', 'texts'),
    recency: fc.record({ scale: fc.nat(), rank: fc.nat() }),
    /** The number of drawn lines that an earlier session gets, at its end or where it is changed. */
    few: fc.constantFrom(0, 1, 1, 2, 4, 8, lines),
    /** Where an earlier session is changed, and how many of its lines are dropped there. */
    at: fc.nat(),
    dropped: fc.constantFrom(0, 1, 2, 4, 8, 16),
    /** Ends the input after the lines. */
    ends: fc.boolean(),
    /** Leaves out a third of the choices, so that a line that ends sessions early does not end all. */
    leftOut: fc.option(fc.nat(0xffff), { freq: 3 }),
  })
  return parts.map((drawn) => (corpus: Corpus): Answers => {
    const { draws, way, ends, leftOut } = drawn
    const end = ({ lines: all, isOver }: TypedLines) => [...all.slice(0, lines), ...(ends && !isOver ? [null] : [])]
    const earlier = way === 'anew' ? undefined : earlierIn(corpus, { ...drawn, enough })
    if (earlier === undefined) return end(typeLines(leftOut === null ? choices : without(choices, leftOut), [], draws))
    const { lines: known, tries } = earlier
    if (way === 'on' && known.length < lines) {
      // The least tried session is continued with each likely line in turn.
      const [first, ...more] = draws
      const next = first && tries !== undefined ? { ...first, kind: 'likely' as const, pick: tries } : first
      const added =
        next === undefined ? [] : [next, ...more].slice(0, Math.min(Math.max(1, drawn.few), lines - known.length))
      return end(typeLines(choices, withoutEnd(known), added))
    }
    const cut = drawn.at % (known.length + 1)
    const begun = typeLines(choices, withoutEnd(known.slice(0, cut)), draws.slice(0, Math.min(drawn.few, lines - cut)))
    // A repeated line may exceed the limit.
    const room = Math.max(0, lines - begun.lines.length)
    const rest = begun.isOver ? [] : known.slice(cut + drawn.dropped).slice(0, room)
    return rest.length > 0 ? [...begun.lines, ...rest] : end(begun)
  })
}

/** The number of likely lines with which a new session is continued before others. */
const mostTries = 30

/** A session with a new reply: one that was hardly continued, and how often that was; or one of the newest. */
function earlierIn(
  { kinds, texts }: Corpus,
  { from, enough, recency }: { from: string; enough: number; recency: { scale: number; rank: number } },
) {
  const discovery =
    from === 'least tried' ? kinds.leastTried(enough) : (from === 'kinds' ? kinds : texts).recent(recency)
  if (discovery === undefined) return undefined
  return { lines: discovery.lines, tries: from === 'least tried' ? discovery.tries++ : undefined }
}

/** The choices without a third of the likely lines, the same third at every point. */
function without(choices: Choices, salt: number): Choices {
  if (choices.isOver) return choices
  const isKept = (line: string) =>
    [...line].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65521, salt) % 3 !== 0
  const kept = choices.likely.filter(isKept)
  return {
    ...choices,
    likely: kept.length > 0 ? kept : choices.likely,
    after: (line) => without(choices.after(line), salt),
  }
}

/** Random moves and refused lines, up to the end of the game or not. */
export const movesAndRefusals = (game: Game<unknown>): fc.Arbitrary<Bytes[]> =>
  fc
    .array(lineDraw(['other']), { maxLength: 80, size: 'max' })
    .map((draws) => withoutEnd(typeLines(choicesOfGame(game), [], draws).lines))

/** A length for random sessions: twice that of the longest of five sample games, so that many reach their end. */
export async function usualLength(game: Game<unknown>): Promise<number> {
  const draws = fc.array(anyLine(false), { minLength: mostLines, maxLength: mostLines })
  const drawn = fc.sample(draws, { seed: 1, numRuns: 5 })
  const games = await inTurns(mapInSteps(drawn, 1, (draws) => typeLines(choicesOfGame(game), [], draws)))
  const lengths = games.flatMap(({ lines, isOver }) => (isOver ? [2 * lines.length] : []))
  return Math.min(mostLines, Math.max(fewestLines, ...lengths))
}

/** A sample game may never end. */
const mostLines = 500
const fewestLines = 60
