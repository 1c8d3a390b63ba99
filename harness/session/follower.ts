import { exact } from '../../reference/game.ts'
import type { Bytes } from './bytes.ts'
import { type Matcher, matcher } from './matcher.ts'
import type { Script } from './script.ts'

/**
 * Goes through a script while a program speaks, and says when to answer, whether it can still come right, and where it
 * first went wrong. It knows no process and no clock, so a live program, one that was sent everything at once and a
 * recording are followed alike.
 */
export interface Follower {
  /** Hears what the program said next. */
  feed(bytes: Bytes): void
  /**
   * - `listening`: the next bytes decide
   * - `answering`: the program waits at a prompt; `answer` tells what for
   * - `done`: the script's last prompt was reached, no more is asked of the program
   * - `wrong`: what was said cannot become right
   */
  readonly state: 'reading' | 'waiting' | 'done' | 'wrong'
  /** The answer to the prompt, once; then listens on. */
  answer(): Bytes | null
  /** Whether the program may end now. */
  mayEnd(): boolean
  readonly output: Bytes
  /** How much was said, in bytes. */
  readonly length: number
  /** The offset in `output` up to which it is right. */
  readonly right: number
  /** Whether the first wrong byte came where the program should have waited for a line. */
  readonly tooEarly: boolean
  /** The offsets in `output` at which answers were given, one for each. */
  readonly answeredAt: readonly number[]
  readonly variations: ReadonlySet<string>
  /** Whether a text began with a newline that the exact form does not have: it may have been said before the answer. */
  readonly beganWithNewline: boolean
}

const anything: Matcher = { feed: (bytes) => bytes.length, state: 'complete', variations: new Set() }

/** @param lockStep whether nothing may be said between a prompt and its answer */
export function follower(script: Script, lockStep: boolean): Follower {
  const { steps, ends } = script
  const variations = new Set<string>()
  const answeredAt: number[] = []
  const pieces: Bytes[] = []
  let length = 0
  /** The last piece, and how much of it was right. */
  let piece = ''
  let offset = 0
  /** The first byte since the last answer. */
  let first: string | undefined
  let right = 0
  let step = 0
  let tooEarly = false
  let beganWithNewline = false
  let state: Follower['state'] = 'reading'
  let match = listen()

  function listen(): Matcher {
    const expected = steps[step]?.output ?? null
    return expected === null ? anything : matcher(expected, ends && step === steps.length - 1)
  }

  function advance() {
    while (state === 'reading') {
      const end = match.feed(piece, offset)
      right += end - offset
      offset = end
      const last = step === steps.length - 1
      if (match.state === 'wrong') state = 'wrong'
      if (match.state !== 'complete' || (last && ends)) return
      for (const variation of match.variations) variations.add(variation)
      tooEarly = lockStep && right < length
      if (tooEarly) state = 'wrong'
      else if (last) state = 'done'
      else if (lockStep) state = 'waiting'
      else nextStep()
    }
  }

  function nextStep() {
    if (first === '\n' && !exact(steps[step]?.output ?? '').startsWith('\n')) beganWithNewline = true
    first = undefined
    answeredAt.push(right)
    step++
    match = listen()
  }

  advance()
  return {
    feed(bytes) {
      pieces.push(bytes)
      length += bytes.length
      piece = piece.slice(offset) + bytes
      offset = 0
      first ??= bytes[0]
      if (state === 'waiting') {
        tooEarly = true
        state = 'wrong'
      }
      advance()
    },
    get state() {
      return state
    },
    answer() {
      const answer = steps[step]?.answer ?? null
      nextStep()
      state = 'reading'
      advance()
      return answer
    },
    mayEnd() {
      if (state !== 'reading' || match.state !== 'complete') return state === 'done'
      for (const variation of match.variations) variations.add(variation)
      return true
    },
    get output() {
      return pieces.join('')
    },
    get length() {
      return length
    },
    get right() {
      return right
    },
    get tooEarly() {
      return tooEarly
    },
    get beganWithNewline() {
      return beganWithNewline
    },
    answeredAt,
    variations,
  }
}
