import type { Bytes } from './bytes.ts'
import { type Matcher, matcher } from './matcher.ts'
import type { Script } from './script.ts'

/** @see follower */
export type Follower = Readonly<ReturnType<typeof follower>>

/**
 * - `reading`: the next bytes decide
 * - `waiting`: the program is at a prompt; `answer` returns the line to send
 * - `done`: the script's last prompt was reached
 * - `wrong`: the output cannot become right
 */
type State = 'reading' | 'waiting' | 'done' | 'wrong'

const anything: Matcher = { feed: (bytes) => bytes.length, state: 'complete', variations: new Set() }

/**
 * Follows a script while output arrives: says when to send the next line, whether the output can still become right, and
 * where it first went wrong. It knows no process and no clock, so a live program and a recording are followed alike.
 * @param lockStep whether nothing may be written between a prompt and its answer
 */
export function follower({ steps, ends }: Script, lockStep: boolean) {
  const follow = {
    state: 'reading' as State,
    output: '' as Bytes,
    /** The offset in `output` up to which it is right. */
    right: 0,
    /** The offsets in `output` at which answers were given. */
    answeredAt: [] as number[],
    variations: new Set<string>(),
    /** Whether output came where the program should have waited for a line. */
    tooEarly: false,

    /** Reads the output that came next. */
    feed(bytes: Bytes) {
      follow.output += bytes
      if (follow.state === 'waiting') fail(true)
      else read(bytes)
    },

    /** The answer to the prompt, once; `null` is the end of input. */
    answer(): Bytes | null {
      const answer = step()?.answer ?? null
      nextStep()
      follow.state = 'reading'
      read('')
      return answer
    },

    /** Whether the program may end now. */
    mayEnd(): boolean {
      if (follow.state !== 'reading' || match.state !== 'complete') return follow.state === 'done'
      noteVariations()
      return true
    },
  }
  let match = nextMatcher()
  read('')
  return follow

  function step() {
    return steps[follow.answeredAt.length]
  }

  function isLast() {
    return follow.answeredAt.length === steps.length - 1
  }

  function nextMatcher(): Matcher {
    const expected = step()?.output ?? null
    return expected === null ? anything : matcher(expected, ends && isLast())
  }

  function read(bytes: Bytes) {
    let rest = bytes
    while (follow.state === 'reading') {
      const length = match.feed(rest)
      follow.right += length
      rest = rest.slice(length)
      if (match.state === 'wrong') fail(false)
      if (match.state !== 'complete' || (isLast() && ends)) return
      noteVariations()
      if (lockStep && rest !== '') fail(true)
      else if (isLast()) follow.state = 'done'
      else if (lockStep) follow.state = 'waiting'
      else nextStep()
    }
  }

  function nextStep() {
    follow.answeredAt.push(follow.right)
    match = nextMatcher()
  }

  function fail(tooEarly: boolean) {
    follow.state = 'wrong'
    follow.tooEarly = tooEarly
  }

  function noteVariations() {
    for (const variation of match.variations) follow.variations.add(variation)
  }
}
