import { exact } from '../../reference/game.ts'
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
    /** Whether a text began with a newline that the exact form does not have: it may have come before the answer. */
    beganWithNewline: false,

    /** Reads the output that came next. */
    feed(bytes: Bytes) {
      follow.output += bytes
      unread = unread.slice(offset) + bytes
      offset = 0
      firstByte ??= bytes[0]
      if (follow.state === 'waiting') fail(true)
      advance()
    },

    /** The answer to the prompt, once; `null` is the end of input. */
    answer(): Bytes | null {
      const answer = steps[follow.answeredAt.length]?.answer ?? null
      nextStep()
      follow.state = 'reading'
      advance()
      return answer
    },

    /** Whether the program may end now. */
    mayEnd(): boolean {
      if (follow.state !== 'reading' || match.state !== 'complete') return follow.state === 'done'
      noteVariations()
      return true
    },
  }
  // `output` is only appended to: to look into a long text after each piece would take time in the square of its length.
  let unread: Bytes = ''
  let offset = 0
  /** The first byte since the last answer. */
  let firstByte: string | undefined
  let match = nextMatcher()
  advance()
  return follow

  function isLast() {
    return follow.answeredAt.length === steps.length - 1
  }

  function nextMatcher(): Matcher {
    const expected = steps[follow.answeredAt.length]?.output ?? null
    return expected === null ? anything : matcher(expected, ends && isLast())
  }

  function advance() {
    while (follow.state === 'reading') {
      const from = offset
      offset = match.feed(unread, from)
      follow.right += offset - from
      if (match.state === 'wrong') fail(false)
      if (match.state !== 'complete' || (isLast() && ends)) return
      noteVariations()
      if (lockStep && follow.right < follow.output.length) fail(true)
      else if (isLast()) follow.state = 'done'
      else if (lockStep) follow.state = 'waiting'
      else nextStep()
    }
  }

  function nextStep() {
    const { answeredAt, right } = follow
    const expected = exact(steps[answeredAt.length]?.output ?? '')
    if (firstByte === '\n' && !expected.startsWith('\n')) follow.beganWithNewline = true
    firstByte = unread[offset]
    answeredAt.push(right)
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
