import type { Game, Reply } from '../../reference/game.ts'
import { type Bytes, type Lines, toText } from './bytes.ts'
import { matcher } from './matcher.ts'
import { playedOn, type Way } from './script.ts'

/** How a session went, as reported by the process that runs many. */
export interface SessionReport {
  /** Standard output, or the beginning of a flood. */
  readonly output: Bytes
  /** `interactive`: how much output there was when the program asked for a line, one for each line that it was given. */
  readonly readAt: readonly number[]
  /** `ended` if the program ended by itself. */
  readonly end: string
  /** The exit status of a program that ended. */
  readonly status?: number
  /** Whether it wrote to standard error. */
  readonly stderr: boolean
}

/** A reply of the game, and the replies that may follow it. */
interface Place {
  readonly reply: Reply<unknown>
  /** The texts that were found right here, and the variations that they use. */
  readonly known: Map<Bytes, ReadonlySet<string>>
  readonly next: Map<Bytes, Place>
}

/** The places of each game, which its entries share. */
const placesOf = new WeakMap<Game<unknown>, Map<string, Place>>()
/** How many texts are kept for a place: a program may vary without end. */
const mostKnown = 50

/**
 * Checks hundreds of thousands of sessions. Programs nearly always answer the same line in the same position with the same
 * text: a text is matched byte by byte once, and compared as a string from then on.
 */
export function oracle({ game, input, exact }: { game: Game<unknown>; input: Way; exact: boolean }) {
  const lockStep = input === 'interactive'
  const places = placesOf.get(game) ?? new Map<string, Place>()
  placesOf.set(game, places)
  const opening = placeOf(game.open())

  function placeOf(reply: Reply<unknown>): Place {
    const { output, state, status } = reply
    const key = JSON.stringify([output, state === undefined ? (status ?? 0) : game.key(state)])
    const place = places.get(key) ?? { reply, known: new Map(), next: new Map() }
    places.set(key, place)
    return place
  }

  function after({ reply, next }: Place, line: Bytes): Place {
    const place = next.get(line) ?? placeOf(game.answer(reply.state, toText(line)))
    next.set(line, place)
    return place
  }

  return {
    /** The lines to send for a session: if they are sent all at once, they go up to the end of the game. */
    sent: (lines: Lines): Lines => (lockStep ? lines : playedOn(game, lines)),

    /**
     * @param lines as `sent` returned them
     * @returns the variations that the session uses; undefined if it is wrong
     */
    check(lines: Lines, { output, readAt, end, status = 0, stderr }: SessionReport): readonly string[] | undefined {
      const used = new Set<string>()
      let place = opening
      let at = textAt(place, output, 0, used)
      for (const [step, line] of lines.entries()) {
        if (at === undefined || place.reply.state === undefined) break
        // No output is allowed between a prompt and the line that answers it.
        if (lockStep && readAt[step] !== at) return undefined
        place = after(place, line)
        at = textAt(place, output, at, used)
      }

      if (at === undefined || (exact && used.size > 0)) return undefined
      const { state, status: right = 0 } = place.reply
      // Where all input is sent at once, output after the end of input is not judged.
      if (state !== undefined) return lockStep && at !== output.length ? undefined : [...used]
      if (end !== 'ended' || (exact && status !== right)) return undefined
      if (status !== right) used.add('exit-status')
      if (stderr) used.add('stderr')
      return [...used]
    },
  }
}

/**
 * Finds the allowed text at an offset, and adds its variations to `used`.
 * @returns the offset where it ends; undefined if there is none
 */
function textAt({ reply, known }: Place, output: Bytes, at: number, used: Set<string>): number | undefined {
  const whole = reply.state === undefined
  const isHere = (text: Bytes) => output.startsWith(text, at) && (!whole || at + text.length === output.length)
  let text = [...known.keys()].find(isHere)
  if (text === undefined) {
    const match = matcher(reply.output, whole)
    text = output.slice(at, at + match.feed(output.slice(at)))
    if (match.state !== 'complete') return undefined
    if (known.size === mostKnown) known.clear()
    known.set(text, match.variations)
  }
  for (const variation of known.get(text) ?? []) used.add(variation)
  return at + text.length
}
