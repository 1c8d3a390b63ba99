import type { Bytes } from '../session/bytes.ts'
import { Follower } from '../session/follower.ts'
import { flushPatience, type Limits, replyFactor, silenceThatAsks } from '../session/limits.ts'
import { outputLimitOf } from '../session/script.ts'
import { answersOf, type End, type Script, type Session, type Turn } from '../session/session.ts'
import type { Conversation } from './conversation.ts'

/**
 * Plays a session: sends each answer once its prompt has arrived, and stops once the output cannot become right.
 * @param lockStep false if the program has all its input already
 * @param isPatient whether the program must visibly wait before each answer
 */
export async function play(
  talk: Conversation,
  script: Script,
  { lockStep, isPatient }: { lockStep: boolean; isPatient: boolean },
  limits: Limits,
): Promise<Session> {
  const follow = new Follower(script, lockStep)
  const played = new PlayedTurns(script, lockStep, limits)
  // With all input at once, all replies count as one.
  const patience = replyFactor * limits.milliseconds * (lockStep ? 1 : script.turns.length)
  let since = talk.listened
  const over = (end: End) => played.session(end, talk.stderr)

  for (;;) {
    // Nothing may follow the last prompt, even where the session is cut off.
    const isOver = follow.state === 'done' && !(lockStep && (await talk.waitUntilQuiet()))
    if (isOver) return over({ how: 'cut' })
    if (follow.state === 'wrong') {
      played.add(await talk.drain())
      return over({ how: 'cut' })
    }
    if (played.surplus > 0) return over({ how: 'flood', bytes: played.most })
    if (talk.listened - since > patience) return over({ how: 'slow', milliseconds: patience })

    const isAsked = follow.state === 'waiting'
    // Only the second answer is delayed, as `Limits` says.
    const pause = played.turns.length === 1 ? limits.pause : 0
    const event = isAsked
      ? await beforeAnswer(talk, isPatient, played.isAtPrompt, pause)
      : await talk.next(limits.milliseconds)
    if (event === 'ended') return over(talk.end)
    if (event !== 'silent') {
      played.add(event.output)
      follow.feed(event.output)
    } else if (isAsked) {
      const answer = follow.answer()
      played.endTurn(answer)
      await talk.send(answer)
      since = talk.listened
    } else if (!follow.mayEnd() && talk.child.isOutputClosed()) return over({ how: 'closed' })
    else {
      // What the program says of the end of input, which only we cause, is not part of the session.
      const { stderr } = talk
      const { milliseconds } = limits
      const isIdle = lockStep && waitsForLine(talk)
      const later = lockStep && !(isIdle && follow.mayEnd()) ? await probe(talk, follow, milliseconds) : undefined
      const waits = isIdle && later !== 'wrote' && { waits: true as const }
      return played.session({ how: 'silent', milliseconds, ...(later && { later }), ...waits }, stderr)
    }
  }
}

/** Waits before an answer, without a prompt until the program asks. @returns what the program does meanwhile */
async function beforeAnswer(talk: Conversation, isPatient: boolean, isAtPrompt: boolean, pause = 0) {
  if (isPatient) await talk.waitUntilQuiet()
  const isAsked = isAtPrompt || (await talk.waitForPrompt())
  const milliseconds = Math.max(pause, isAsked ? Number(isPatient) : silenceThatAsks)
  return milliseconds === 0 ? 'silent' : talk.next(milliseconds)
}

class PlayedTurns {
  readonly turns: Turn[]
  readonly most: number
  #output: Bytes = ''
  #size = 0

  constructor(script: Script, lockStep: boolean, limits: Limits) {
    this.turns = lockStep ? [] : answersOf(script).map((answer) => ({ output: '', answer }))
    this.most = outputLimitOf(script, limits)
  }

  get surplus(): number {
    return Math.max(0, this.#size - this.most)
  }

  /** True after an unfinished line, which may be a prompt. */
  get isAtPrompt(): boolean {
    return this.#output !== '' && !this.#output.endsWith('\n')
  }

  add(bytes: Bytes) {
    this.#output += bytes
    this.#size += bytes.length
  }

  endTurn(answer: Bytes | null) {
    this.turns.push({ output: this.#output, answer })
    this.#output = ''
  }

  /** Without the bytes over the limit. */
  session(end: End, stderr: Bytes): Session {
    const turns = [...this.turns, { output: this.#output.slice(0, this.#output.length - this.surplus) }]
    return { turns, end, ...(stderr !== '' && { stderr }) }
  }
}

/**
 * Finds out why a program is silent: it is slow, its prompt is still in a buffer that it writes when its input ends, or it has
 * written all, and ends when its input does: so does Node after `rl.close()`.
 * @returns undefined if none is certain
 */
async function probe(talk: Conversation, follow: Follower, milliseconds: number) {
  if (follow.mayEnd()) {
    if ((await talk.next(milliseconds)) !== 'silent') return undefined
    await talk.send(null)
    return (await talk.next(flushPatience)) === 'ended' ? 'ended' : undefined
  }
  const before = follow.right
  const late = await talk.next(milliseconds)
  if (typeof late === 'object') {
    follow.feed(late.output)
    return follow.right === before ? undefined : 'wrote'
  }
  const cause = causeOfLastOutput(talk)
  await talk.send(null)
  const since = talk.listened
  const last = await talk.next(milliseconds)
  if (typeof last !== 'object') return undefined
  follow.feed(last.output)
  if (follow.right === before) return undefined
  return talk.listened - since > flushPatience ? 'wrote' : cause
}

/** True if the program visibly waits for its input, and none of its processes works. */
const waitsForLine = (talk: Conversation) =>
  talk.child.activity()?.waits === true && (talk.child.readsInput() || talk.child.mayRead() === true)

/** Why output came right after the end of input: it had been buffered if the program was reading before. */
function causeOfLastOutput({ child }: Conversation) {
  const activity = child.activity()
  if (activity === undefined || child.readsInput()) return 'flushed'
  return activity.waits ? undefined : 'wrote'
}
