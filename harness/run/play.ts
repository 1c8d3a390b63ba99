import { type Bytes, toText } from '../session/bytes.ts'
import { Follower } from '../session/follower.ts'
import { flushPatience, type Limits, replyFactor, silenceThatAsks } from '../session/limits.ts'
import { outputLimitOf } from '../session/script.ts'
import { answersOf, type End, outputOf, type Script, type Session, type Turn } from '../session/session.ts'
import type { Conversation } from './conversation.ts'

/** Each line is sent only when the program is seen to wait for it (`carefully`), or as soon as its prompt has come. */
export type Pace = 'carefully' | 'at once'

/**
 * Plays a session: gives each answer when its prompt has come, and stops as soon as the output cannot become right. It knows
 * time only through the conversation.
 * @param lockStep otherwise the program has all its input already
 */
export async function play(
  talk: Conversation,
  script: Script,
  { lockStep, pace = 'at once' }: { lockStep: boolean; pace?: Pace },
  limits: Limits,
): Promise<Session> {
  const follow = new Follower(script, lockStep)
  const heard = new Heard(script, lockStep, limits)
  // If all input is there at once, all replies are one.
  const patience = replyFactor * limits.milliseconds * (lockStep ? 1 : script.turns.length)
  let since = talk.heard
  const over = (end: End) => heard.session(end, talk.stderr)

  for (;;) {
    // A session that is cut off must have nothing more to say at its last prompt either.
    const isOver = follow.state === 'done' && !(lockStep && (await talk.quiet()))
    if (follow.state === 'wrong') heard.add(await talk.rest())
    if (isOver || follow.state === 'wrong') return over({ how: 'cut' })
    if (heard.surplus > 0) return over({ how: 'flood', bytes: heard.most })
    if (talk.heard - since > patience) return over({ how: 'slow', milliseconds: patience })

    const isAsked = follow.state === 'waiting'
    const pause = heard.turns.length === 1 ? limits.pause : 0
    const event = isAsked
      ? await beforeAnswer(talk, pace, heard.isAtPrompt, pause)
      : await talk.next(limits.milliseconds)
    if (event === 'ended') return over(endOf(talk))
    if (event !== 'silent') {
      heard.add(event.output)
      follow.feed(event.output)
    } else if (isAsked) {
      const answer = follow.answer()
      heard.endTurn(answer)
      await talk.send(answer)
      since = talk.heard
    } else if (talk.isClosed && !follow.mayEnd()) return over({ how: 'closed' })
    else {
      const later = follow.mayEnd() || !lockStep ? undefined : await probe(talk, follow, limits.milliseconds)
      return over({ how: 'silent', milliseconds: limits.milliseconds, ...(later && { later }) })
    }
  }
}

/**
 * Waits before an answer is given: without a prompt until the program asks, as while it is recorded; else, if need be, until it
 * is seen to wait; and for the pause.
 * @returns what it does
 */
async function beforeAnswer(talk: Conversation, pace: Pace, isAtPrompt: boolean, pause = 0) {
  if (pace === 'carefully') await talk.quiet()
  const usual = pace === 'carefully' ? 1 : 0
  const milliseconds = Math.max(pause, isAtPrompt || (await talk.asks()) ? usual : silenceThatAsks)
  return milliseconds === 0 ? 'silent' : talk.next(milliseconds)
}

/** The output that has come, in turns. */
class Heard {
  readonly turns: Turn[]
  /** The most that the program may write, in bytes. */
  readonly most: number
  /** The output of the turn that is under way. */
  #output: Bytes = ''
  #size = 0

  constructor(script: Script, lockStep: boolean, limits: Limits) {
    this.turns = lockStep ? [] : answersOf(script).map((answer) => ({ output: '', answer }))
    this.most = outputLimitOf(script, limits)
  }

  /** The number of bytes beyond the most that it may write. */
  get surplus(): number {
    return Math.max(0, this.#size - this.most)
  }

  /** True if the output of the turn ends with something that may be a prompt: a line that is not finished. */
  get isAtPrompt(): boolean {
    return !/(^|\n)$/.test(this.#output)
  }

  add(bytes: Bytes) {
    this.#output += bytes
    this.#size += bytes.length
  }

  endTurn(answer: Bytes | null) {
    this.turns.push({ output: this.#output, answer })
    this.#output = ''
  }

  /** All of it as a session; what is beyond the limit is dropped. */
  session(end: End, stderr: Bytes): Session {
    const turns = [...this.turns, { output: this.#output.slice(0, this.#output.length - this.surplus) }]
    return { turns, end, ...(stderr !== '' && { stderr }) }
  }
}

/** The end of a program that has ended. */
export const endOf = ({ exceeded, status }: Pick<Conversation, 'exceeded' | 'status'>): End =>
  exceeded ?? (status === undefined ? { how: 'lost' } : { how: 'exit', status })

/**
 * Finds out why a program is silent: it is slow, or it keeps its prompt in a buffer, which it writes when its input ends, at
 * once.
 * @returns undefined if that cannot be told
 */
async function probe(talk: Conversation, follow: Follower, milliseconds: number) {
  const before = follow.right
  for (const isClosed of [false, true]) {
    const later = isClosed ? sayingAtTheEnd(talk) : 'wrote'
    if (isClosed) await talk.send(null)
    const since = talk.heard
    const event = await talk.next(milliseconds)
    if (typeof event !== 'object') continue
    follow.feed(event.output)
    if (follow.right === before) return undefined
    return talk.heard - since > flushPatience ? 'wrote' : later
  }
  return undefined
}

/** The meaning of output that comes as soon as the input ends: only of a program that reads is it known that it was kept back. */
function sayingAtTheEnd({ child }: Conversation) {
  const activity = child.activity()
  if (activity === undefined || child.readsInput === undefined || child.readsInput()) return 'flushed'
  return activity.waits ? undefined : 'wrote'
}

/**
 * Matches the complaint of what starts a command, that it is not there or is no program, on standard error or on a terminal.
 * There it is wrong output, after which the session is over, perhaps before the status has come. A program can write it, too.
 */
export const looksNotStarted = ({ turns, end, stderr = '' }: Session) =>
  (end.how !== 'exit' || [1, 126, 127].includes(end.status)) &&
  /^(sh: .*exec: |unshare: (failed to execute|unshare failed))/.test(toText(stderr + outputOf({ turns })))
