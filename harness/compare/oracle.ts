import type { Reply, Text } from '../../reference/game.ts'
import { type Bytes, toText } from '../bytes.ts'
import type { Lines, Terms } from '../drive/driver.ts'
import type { EngineReport } from '../engine/report.ts'
import { playedOn } from '../script.ts'
import { matcher } from './matcher.ts'

/**
 * Tells of hundreds of thousands of sessions whether they went as they ought to. A program says the same text to the
 * same line in the same position, nearly always: what was once found right byte by byte is recognized at a glance.
 */
export interface Oracle {
  /** The lines to send for a session: where all are sent at once, up to the end of the game. */
  sent(lines: Lines): Lines
  /**
   * @param sent as `sent` has them
   * @returns the freedoms that a session used; undefined if it went wrong
   */
  check(sent: Lines, report: EngineReport): readonly string[] | undefined
}

/** What a game says at one place of a session, and what may come next. */
interface Place {
  readonly says: Text
  readonly state: unknown
  readonly status: number
  /** The forms of what it says that were found right. */
  readonly right: Form[]
  readonly next: Map<Bytes, Place>
}

interface Form {
  readonly text: Bytes
  readonly freedoms: readonly string[]
}

export function oracle({ game, input, exact }: Terms): Oracle {
  const lockStep = input === 'interactive'
  const rightForms = new Map<string, Form[]>()
  const answers = new Map<string, Map<Bytes, Place>>()
  const opening = placeOf(game.open())

  function placeOf({ says, state, status = 0 }: Reply<unknown>): Place {
    const right = remembered(rightForms, JSON.stringify([says, state === undefined]), () => [])
    // What comes next depends on the position alone.
    const next = state === undefined ? new Map() : remembered(answers, game.key(state), () => new Map<Bytes, Place>())
    return { says, state, status, right, next }
  }

  const after = (place: Place, line: Bytes): Place =>
    remembered(place.next, line, () => placeOf(game.answer(place.state, toText(line))))

  /** The form in which a text stands at an offset, if it is right. */
  function formAt({ says, state, right }: Place, said: Bytes, at: number): Form | undefined {
    const whole = state === undefined
    const known = right.find(({ text }) => said.startsWith(text, at) && (!whole || at + text.length === said.length))
    if (known !== undefined) return known
    const match = matcher(says, whole)
    const end = match.hear(said, at)
    if (match.heard !== 'complete') return undefined
    const form = { text: said.slice(at, end), freedoms: [...match.freedoms] }
    right.push(form)
    return form
  }

  return {
    sent(lines) {
      if (lockStep) return lines
      let place = opening
      for (const line of lines) {
        if (place.state === undefined) return lines
        place = after(place, line)
      }
      return place.state === undefined ? lines : playedOn(game, lines)
    },

    check(lines, { said, heardAt, end, status, stderr }) {
      const freedoms: string[] = []
      let place = opening
      let at = 0
      for (let step = 0; ; step++) {
        const form = formAt(place, said, at)
        if (form === undefined) return undefined
        freedoms.push(...form.freedoms)
        at += form.text.length
        const line = lines[step]
        if (place.state === undefined || line === undefined) break
        // Between a prompt and the line that answers it, nothing may be said.
        if (lockStep && heardAt[step] !== at) return undefined
        place = after(place, line)
      }
      if (exact && freedoms.length > 0) return undefined
      if (place.state !== undefined) return at === said.length ? freedoms : undefined
      if (end !== 'ended' || (exact && status !== place.status)) return undefined
      return [...freedoms, ...(status === place.status ? [] : ['exit-status']), ...(stderr ? ['stderr'] : [])]
    },
  }
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const value = make()
  known.set(key, value)
  return value
}
