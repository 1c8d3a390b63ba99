import type { Game, Reply, Text } from '../../reference/game.ts'
import type { EngineReport } from '../run/engine/report.ts'
import type { Terms } from '../run/runner.ts'
import { type Bytes, type Lines, toText } from './bytes.ts'
import { matcher } from './matcher.ts'
import { remembered } from './remembered.ts'
import { playedOn } from './script.ts'

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

/** What a game says at one place of a session, and what may come next: the same for every entry. */
interface Place {
  readonly says: Text
  readonly state: unknown
  readonly status: number
  /** Equal where the same may be said. */
  readonly kind: number
  readonly next: Map<Bytes, Place>
}

/** A form of what may be said that was found right. */
interface Form {
  readonly text: Bytes
  readonly freedoms: readonly string[]
}

export function oracle({ game, input, exact }: Terms): Oracle {
  const lockStep = input === 'interactive'
  const rightForms: Form[][] = []
  const send = openWalk(game)
  const walk = openWalk(game)

  // What was right in the session before, up to where each of its texts ended: most sessions begin as the one before did.
  let before: Bytes = ''
  const ends: number[] = []
  const uses: (readonly string[])[] = []

  /** The form in which a text stands at an offset, if it is right. */
  function formAt({ says, state, kind }: Place, said: Bytes, at: number): Form | undefined {
    const whole = state === undefined
    rightForms[kind] ??= []
    const right = rightForms[kind]
    for (const form of right) {
      if (said.startsWith(form.text, at) && (!whole || at + form.text.length === said.length)) return form
    }
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
      const { path } = send(lines)
      return path[path.length - 1]?.state === undefined ? lines : playedOn(game, lines)
    },

    check(lines, { said, heardAt, end, status, stderr }) {
      const { path, shared } = walk(lines)
      let step = Math.min(shared + 1, ends.length)
      if (step > 0 && !begins(said, before, ends[step - 1] ?? 0)) step = 0
      ends.length = step
      before = said
      if (lockStep) for (let i = 0; i < step && i < lines.length; i++) if (heardAt[i] !== ends[i]) return undefined

      let at = ends[step - 1] ?? 0
      let used = uses[step - 1] ?? none
      for (; step < path.length; step++) {
        const place = path[step] as Place
        const form = formAt(place, said, at)
        if (form === undefined) return undefined
        at += form.text.length
        used = united(used, form.freedoms)
        if (place.state === undefined) break
        ends[step] = at
        uses[step] = used
        // Between a prompt and the line that answers it, nothing may be said.
        if (lockStep && step < lines.length && heardAt[step] !== at) return undefined
      }

      const last = path[path.length - 1] as Place
      if (exact && used.length > 0) return undefined
      if (last.state !== undefined) return at === said.length ? used : undefined
      if (end !== 'ended' || (exact && status !== last.status)) return undefined
      if (status === last.status && !stderr) return used
      return [...used, ...(status === last.status ? [] : ['exit-status']), ...(stderr ? ['stderr'] : [])]
    },
  }
}

const none: readonly string[] = []

const begins = (text: Bytes, other: Bytes, length: number) => text.slice(0, length) === other.slice(0, length)

const united = (some: readonly string[], more: readonly string[]) =>
  more.every((one) => some.includes(one)) ? some : [...new Set([...some, ...more])]

interface Places {
  readonly opening: Place
  after(place: Place, line: Bytes): Place
}

const knownPlaces = new WeakMap<Game<unknown>, Places>()

/** The places of a game, found once for all entries. */
function placesOf(game: Game<unknown>): Places {
  return remembered(knownPlaces, game, () => {
    const kinds = new Map<string, number>()
    const answers = new Map<string, Map<Bytes, Place>>()
    function placeOf({ says, state, status = 0 }: Reply<unknown>): Place {
      const kind = remembered(kinds, JSON.stringify([says, state === undefined]), () => kinds.size)
      // What comes next depends on the position alone.
      const next = state === undefined ? new Map() : remembered(answers, game.key(state), () => new Map<Bytes, Place>())
      return { says, state, status, kind, next }
    }
    return {
      opening: placeOf(game.open()),
      after: (place, line) => remembered(place.next, line, () => placeOf(game.answer(place.state, toText(line)))),
    }
  })
}

/** Goes through sessions: the places of each, and how many of its lines it has in common with the one before. */
function openWalk(game: Game<unknown>) {
  const { opening, after } = placesOf(game)
  const path: Place[] = [opening]
  let before: Lines = []
  return (lines: Lines): { readonly path: readonly Place[]; readonly shared: number } => {
    const most = Math.min(before.length, lines.length, path.length - 1)
    let shared = 0
    while (shared < most && before[shared] === lines[shared]) shared++
    before = lines
    path.length = shared + 1
    for (const line of shared === 0 ? lines : lines.slice(shared)) {
      const place = path[path.length - 1] as Place
      if (place.state === undefined) break
      path.push(after(place, line))
    }
    return { path, shared }
  }
}
