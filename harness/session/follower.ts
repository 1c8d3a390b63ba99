import type { Bytes } from './bytes.ts'
import { type Matcher, matcher } from './matcher.ts'
import type { Script } from './session.ts'

/**
 * Follows a script while output arrives: tells when to send the next answer, and whether the output can still become right.
 * `compare` decides the same about a whole session.
 */
export class Follower {
  /** `waiting`: at a prompt that has an answer; `done`: at the script's last prompt; `wrong`: no output can mend it. */
  state: 'reading' | 'waiting' | 'done' | 'wrong' = 'reading'
  /** Right bytes so far, in all turns. */
  right = 0
  readonly #script: Script
  readonly #lockStep: boolean
  #turn = 0
  #match: Matcher
  /** If all input is sent at once: the first turn that was complete when the output ran out. */
  #complete: { readonly turn: number; readonly match: Matcher } | undefined

  /** @param lockStep whether nothing may be written between a prompt and its answer; false: all input is sent at once */
  constructor(script: Script, lockStep: boolean) {
    this.#script = script
    this.#lockStep = lockStep
    this.#match = this.#matcher()
    this.#read('')
  }

  feed(bytes: Bytes) {
    this.#readOn()
    this.#read(bytes)
  }

  /** Returns the answer to the prompt, and goes on to the next turn; `null` is the end of input. */
  answer(): Bytes | null {
    const answer = this.#script.turns[this.#turn]?.answer ?? null
    this.#next()
    this.state = 'reading'
    this.#read('')
    return answer
  }

  mayEnd(): boolean {
    return this.state === 'done' || (this.#endsHere() && this.#match.state === 'complete')
  }

  #isLast() {
    return this.#turn === this.#script.turns.length - 1
  }

  #endsHere() {
    return this.#isLast() && this.#script.end.how === 'exit'
  }

  /** Goes back to the turn whose text was complete: more output may be a longer form of it. */
  #readOn() {
    if (this.state === 'waiting' || this.state === 'done') this.state = 'reading'
    if (this.#complete === undefined) return
    this.#turn = this.#complete.turn
    this.#match = this.#complete.match
    this.#complete = undefined
  }

  #matcher(): Matcher {
    return matcher(this.#script.turns[this.#turn]?.output ?? null, this.#endsHere())
  }

  #next() {
    this.#turn++
    this.#match = this.#matcher()
  }

  #read(bytes: Bytes) {
    let rest = bytes
    while (this.state === 'reading') {
      const length = this.#match.feed(rest)
      this.right += length
      rest = rest.slice(length)
      if (this.#match.state === 'wrong') this.state = 'wrong'
      if (this.#match.state !== 'complete' || this.#endsHere()) return
      if (this.#lockStep && rest !== '') this.state = 'wrong'
      else if (this.#isLast()) this.state = 'done'
      else if (this.#lockStep) this.state = 'waiting'
      else {
        if (rest === '') this.#complete ??= { turn: this.#turn, match: this.#match }
        this.#next()
      }
    }
  }
}
