import type { Reply, Text } from '../../reference/game.ts'
import { type Bytes, toText } from '../bytes.ts'
import { type Lines, scriptFor, type Terms } from '../drive/driver.ts'
import type { EngineReport } from '../engine/report.ts'
import { playedOn } from '../script.ts'
import { type Follower, follower } from './follower.ts'
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

/** What a game says at one place, and which forms of it were found right. */
interface Place {
  readonly state: unknown
  readonly status: number
  readonly says: Text
  readonly right: { readonly text: Bytes; readonly freedoms: readonly string[] }[]
  readonly next: Map<Bytes, Place>
}

export function oracle(terms: Terms): Oracle {
  const { game, exact } = terms
  const lockStep = terms.input === 'interactive'
  const answers = new Map<string, Map<Bytes, Place>>()
  const opening = placeOf(game.open())

  function placeOf({ says, state, status = 0 }: Reply<unknown>): Place {
    if (state === undefined) return { says, state, status, right: [], next: new Map() }
    // What comes next depends on the position alone; what is said here depends on the line that led here, too.
    const key = game.key(state)
    const next = answers.get(key) ?? new Map<Bytes, Place>()
    answers.set(key, next)
    return { says, state, status, right: [], next }
  }

  function after(place: Place, line: Bytes): Place {
    const known = place.next.get(line)
    if (known !== undefined) return known
    const next = placeOf(game.answer(place.state, toText(line)))
    place.next.set(line, next)
    return next
  }

  function lastPlace(lines: Lines): Place {
    let place = opening
    for (const line of lines) {
      if (place.state === undefined) break
      place = after(place, line)
    }
    return place
  }

  function atAGlance(lines: Lines, { said, heardAt }: EngineReport): string[] | undefined {
    const freedoms: string[] = []
    let place = opening
    let at = 0
    for (let step = 0; ; step++) {
      const line = lines[step]
      const last = place.state === undefined || line === undefined
      const known = place.right.find(({ text }) => said.startsWith(text, at))
      if (known === undefined) return undefined
      for (const freedom of known.freedoms) freedoms.push(freedom)
      at += known.text.length
      if (last) return at === said.length ? freedoms : undefined
      if (lockStep && heardAt[step] !== at) return undefined
      place = after(place, line)
    }
  }

  function byteByByte(lines: Lines, report: EngineReport): string[] | undefined {
    const follow = follower(scriptFor(terms, lines), lockStep)
    feed(follow, report, lockStep)
    if (!follow.mayEnd()) return undefined
    remember(lines, follow)
    return [...follow.freedoms]
  }

  function remember(lines: Lines, { said, answeredAt }: Follower) {
    let place = opening
    for (let step = 0; ; step++) {
      const text = said.slice(answeredAt[step - 1] ?? 0, answeredAt[step] ?? said.length)
      const match = matcher(place.says, place.state === undefined)
      const isWhole = match.hear(text, 0) === text.length && match.heard === 'complete'
      if (isWhole && !place.right.some((known) => known.text === text)) {
        place.right.push({ text, freedoms: [...match.freedoms] })
        // The longest first: the end of a game may be followed by newlines.
        place.right.sort((a, b) => b.text.length - a.text.length)
      }
      const line = lines[step]
      if (place.state === undefined || line === undefined) return
      place = after(place, line)
    }
  }

  return {
    sent: (lines) => (lockStep || lastPlace(lines).state === undefined ? lines : playedOn(game, lines)),
    check(lines, report) {
      const freedoms = atAGlance(lines, report) ?? byteByByte(lines, report)
      if (freedoms === undefined || (exact && freedoms.length > 0)) return undefined
      const { state, status } = lastPlace(lines)
      if (state !== undefined) return freedoms
      if (report.end !== 'ended' || (exact && report.status !== status)) return undefined
      if (report.status !== status) freedoms.push('exit-status')
      if (report.stderr) freedoms.push('stderr')
      return freedoms
    },
  }
}

/** Lets a follower hear a session that is over; in lock-step, no line was given before it had asked for one. */
function feed(follow: Follower, { said, heardAt }: EngineReport, lockStep: boolean) {
  let heard = 0
  for (const at of lockStep ? heardAt : []) {
    follow.hear(said.slice(heard, at))
    heard = at
    if (follow.state !== 'answering') return
    follow.answer()
  }
  follow.hear(said.slice(heard))
}
