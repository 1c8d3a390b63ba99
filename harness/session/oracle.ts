import type { Game, Reply } from '../../reference/game.ts'
import { type Bytes, type Lines, toText } from './bytes.ts'
import { matcher } from './matcher.ts'
import { type Input, playedOn } from './script.ts'

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
interface Place extends Required<Reply<unknown>> {
  /** The texts that were found right here. */
  readonly forms: Form[]
  readonly next: Map<Bytes, Place>
}

interface Form {
  readonly text: Bytes
  readonly variations: readonly string[]
}

/**
 * Checks hundreds of thousands of sessions. Programs nearly always answer the same line in the same position with the same
 * text: a text is matched byte by byte once, and compared as a string from then on.
 */
export function oracle({ game, input, exact }: { game: Game<unknown>; input: Input; exact: boolean }) {
  const { opening, after } = placesOf(game)
  const lockStep = input === 'interactive'

  return {
    /** The lines to send for a session: if they are sent all at once, they go up to the end of the game. */
    sent(lines: Lines): Lines {
      if (lockStep) return lines
      let place = opening
      for (const line of lines) if (place.state !== undefined) place = after(place, line)
      return place.state === undefined ? lines : playedOn(game, lines)
    },

    /**
     * @param lines as `sent` returned them
     * @returns the variations that the session uses; undefined if it is wrong
     */
    check(lines: Lines, { output, readAt, end, status = 0, stderr }: SessionReport): readonly string[] | undefined {
      let place = opening
      let at = 0
      const used: string[] = []
      for (let step = 0; ; step++) {
        const form = formAt(place, output, at)
        if (form === undefined) return undefined
        at += form.text.length
        for (const variation of form.variations) if (!used.includes(variation)) used.push(variation)
        const line = lines[step]
        if (place.state === undefined || line === undefined) break
        // No output is allowed between a prompt and the line that answers it.
        if (lockStep && readAt[step] !== at) return undefined
        place = after(place, line)
      }

      if (exact && used.length > 0) return undefined
      // Where all input is sent at once, output after the end of input is not judged.
      if (place.state !== undefined) return lockStep && at !== output.length ? undefined : used
      const isStatusRight = status === place.status
      if (end !== 'ended' || (exact && !isStatusRight)) return undefined
      if (!isStatusRight) used.push('exit-status')
      if (stderr) used.push('stderr')
      return used
    },
  }
}

/** The text at an offset, if it is one that is allowed there. */
function formAt({ output: allowed, state, forms }: Place, output: Bytes, at: number): Form | undefined {
  const whole = state === undefined
  for (const form of forms) {
    if (output.startsWith(form.text, at) && (!whole || at + form.text.length === output.length)) return form
  }
  const match = matcher(allowed, whole)
  const end = match.feed(output, at)
  if (match.state !== 'complete') return undefined
  const form = { text: output.slice(at, end), variations: [...match.variations] }
  forms.push(form)
  return form
}

const known = new WeakMap<Game<unknown>, ReturnType<typeof makePlaces>>()

/** The places of a game, shared by all entries. */
function placesOf(game: Game<unknown>) {
  const places = known.get(game) ?? makePlaces(game)
  known.set(game, places)
  return places
}

function makePlaces(game: Game<unknown>) {
  const places = new Map<string, Place>()
  function placeOf(reply: Reply<unknown>): Place {
    const { output, state, status = 0 } = reply
    const key = JSON.stringify([output, state === undefined ? status : game.key(state)])
    const place = places.get(key) ?? { output, state, status, forms: [], next: new Map() }
    places.set(key, place)
    return place
  }
  return {
    opening: placeOf(game.open()),
    after(place: Place, line: Bytes): Place {
      const next = place.next.get(line) ?? placeOf(game.answer(place.state, toText(line)))
      place.next.set(line, next)
      return next
    },
  }
}
