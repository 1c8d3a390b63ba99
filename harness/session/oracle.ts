import type { Game, Reply, Text } from '../../reference/game.ts'
import { type Bytes, type Lines, toText } from './bytes.ts'
import type { Input } from './input.ts'
import { matcher } from './matcher.ts'
import { remembered } from './remembered.ts'
import { playedOn } from './script.ts'

/** What is known of a session that was run. */
export interface SessionReport {
  readonly output: Bytes
  /** `interactive`: how much output there was when each line was read. */
  readonly readAt: readonly number[]
  /** `ended` if the program ended by itself. */
  readonly end: string
  /** The exit status of a program that ended. */
  readonly status?: number
  /** Whether it wrote to standard error. */
  readonly stderr: boolean
}

/**
 * Checks hundreds of thousands of sessions. A program nearly always answers the same line in the same position with the
 * same text: what was matched byte by byte once is recognized by comparing strings.
 */
export interface Oracle {
  /** The lines to send for a session: all at once, they go up to the end of the game. */
  sent(lines: Lines): Lines
  /**
   * @param sent as `sent` has them
   * @returns the variations that the session used; undefined if it is wrong
   */
  check(sent: Lines, report: SessionReport): readonly string[] | undefined
}

/** The expected output at one place of a session, and what may come next: the same for every entry. */
interface Place {
  readonly output: Text
  readonly state: unknown
  readonly status: number
  /** Equal where the same output is allowed. */
  readonly kind: number
  readonly next: Map<Bytes, Place>
}

/** A text that was matched. */
interface Form {
  readonly text: Bytes
  readonly variations: readonly string[]
}

export function oracle({
  game,
  input,
  exact,
}: {
  readonly game: Game<unknown>
  readonly input: Input
  readonly exact: boolean
}): Oracle {
  const lockStep = input === 'interactive'
  const rightForms: Form[][] = []
  const send = openWalk(game)
  const walk = openWalk(game)

  // Of the session before: its output, and where each of its texts ended. Most sessions begin as the one before did.
  let before: Bytes = ''
  const ends: number[] = []
  const uses: (readonly string[])[] = []

  /** The text at an offset, if it is one that is allowed there. */
  function formAt({ output: allowed, state, kind }: Place, output: Bytes, at: number): Form | undefined {
    const whole = state === undefined
    rightForms[kind] ??= []
    const right = rightForms[kind]
    for (const form of right) {
      if (output.startsWith(form.text, at) && (!whole || at + form.text.length === output.length)) return form
    }
    const match = matcher(allowed, whole)
    const end = match.feed(output, at)
    if (match.state !== 'complete') return undefined
    const form = { text: output.slice(at, end), variations: [...match.variations] }
    right.push(form)
    return form
  }

  return {
    sent(lines) {
      if (lockStep) return lines
      const { path } = send(lines)
      return path[path.length - 1]?.state === undefined ? lines : playedOn(game, lines)
    },

    check(lines, { output, readAt, end, status, stderr }) {
      const { path, shared } = walk(lines)
      let step = Math.min(shared + 1, ends.length)
      if (step > 0 && !begins(output, before, ends[step - 1] ?? 0)) step = 0
      ends.length = step
      before = output
      if (lockStep) for (let i = 0; i < step && i < lines.length; i++) if (readAt[i] !== ends[i]) return undefined

      let at = ends[step - 1] ?? 0
      let used = uses[step - 1] ?? none
      for (; step < path.length; step++) {
        const place = path[step] as Place
        const form = formAt(place, output, at)
        if (form === undefined) return undefined
        at += form.text.length
        used = united(used, form.variations)
        if (place.state === undefined) break
        ends[step] = at
        uses[step] = used
        // Between a prompt and the line that answers it, no output is allowed.
        if (lockStep && step < lines.length && readAt[step] !== at) return undefined
      }

      const last = path[path.length - 1] as Place
      if (exact && used.length > 0) return undefined
      // Where all input is sent at once, what follows its end is not judged.
      if (last.state !== undefined) return lockStep && at !== output.length ? undefined : used
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

/** Caches the places of a game for all entries. */
function placesOf(game: Game<unknown>): Places {
  return remembered(knownPlaces, game, () => {
    const kinds = new Map<string, number>()
    const answers = new Map<string, Map<Bytes, Place>>()
    function placeOf({ output, state, status = 0 }: Reply<unknown>): Place {
      const kind = remembered(kinds, JSON.stringify([output, state === undefined]), () => kinds.size)
      // What comes next depends on the position alone.
      const next = state === undefined ? new Map() : remembered(answers, game.key(state), () => new Map<Bytes, Place>())
      return { output, state, status, kind, next }
    }
    return {
      opening: placeOf(game.open()),
      after: (place, line) => remembered(place.next, line, () => placeOf(game.answer(place.state, toText(line)))),
    }
  })
}

/** Plays sessions: the places of each, and how many lines it has in common with the one before. */
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
